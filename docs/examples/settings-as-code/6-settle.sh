sed -i.before 's/^name: .*/name: Programming 1 (spring)/' course-11.yaml && rm course-11.yaml.before
node course-settings.mjs pull 11
