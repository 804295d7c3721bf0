node course-settings.mjs pull 11
git add course-settings.mjs course-11.yaml .course-settings
git commit --quiet --message 'Settings of course 11'
