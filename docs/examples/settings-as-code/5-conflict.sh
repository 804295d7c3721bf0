node course-settings.mjs apply --merge    # exit code 3: both values are shown, nothing was written
