// Loaded before all else: older versions lack what other modules use as they load, and would name that instead.
if (Number.parseInt(process.versions.node, 10) < 22) {
  process.stderr.write('course-settings needs Node 22 or newer.\n')
  process.exit(64)
}
