sed -i.before 's/^listed: true/listed: false/' course-11.yaml && rm course-11.yaml.before
node course-settings.mjs diff
