-- Grading settings name a rubric of their own course.
ALTER TABLE exercise_grading
  ADD CONSTRAINT exercise_grading__rubric_id__fkey FOREIGN KEY (rubric_id, course_id) REFERENCES rubric (rubric_id, course_id) NOT VALID;
