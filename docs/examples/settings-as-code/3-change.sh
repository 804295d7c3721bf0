sed -i 's/^listed: true/listed: false/' course-11.yaml   # or in your editor
node course-settings.mjs diff    # exit code 2: there is something to apply
