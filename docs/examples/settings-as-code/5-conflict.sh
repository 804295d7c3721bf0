node course-settings.mjs apply --merge
