sed -i 's/^name: .*/name: Programming 1 (spring)/' course-11.yaml   # their value, as it was shown
node course-settings.mjs pull 11                                    # the file has seen it now
