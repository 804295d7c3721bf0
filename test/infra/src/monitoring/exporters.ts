import { declaredMetrics } from '@course-grading/docs-pages/metric-pages'
import { inRepository } from '../infra-files.ts'

/** What backup.sh of compose.yaml writes. */
export const metricsOfBackups = [
  'backup_seen_timestamp_seconds',
  'backup_last_success_timestamp_seconds',
  'backup_last_failure_timestamp_seconds',
  'backup_verify_ok',
  'backup_repository_free_bytes',
  'backup_repository_size_bytes',
  'wal_archive_last_success_timestamp_seconds',
  'wal_archive_failed_total',
  'database_volume_free_bytes',
  'database_volume_size_bytes',
]

/**
 * What each instance of CloudNativePG 1.30 exports on port 9187, and its Barman Cloud plugin 0.16 there too, as far as rules and
 * dashboards read it; after the documentation of both. So it is with the blackbox exporter.
 */
const ofOthers: Readonly<Record<string, readonly string[]>> = {
  CloudNativePG: [
    'cnpg_collector_up',
    'cnpg_collector_sync_replicas',
    'cnpg_collector_pg_wal',
    'cnpg_collector_pg_wal_archive_status',
  ],
  'Barman Cloud plugin': ['barman_cloud_cloudnative_pg_io_last_available_backup_timestamp'],
  'Prometheus itself': ['up'],
  'blackbox exporter': ['probe_success', 'probe_ssl_earliest_cert_expiry'],
  'the backups': metricsOfBackups,
}

/** The metrics of a process, which each service has from its library; a real scrape shows that they are there. */
const ofProcess = ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']

const declared = declaredMetrics(inRepository('.'))

/** Who exports a metric: the names of exporters, none if nobody does. */
export function exportersOf(metric: string): string[] {
  const services = declared.filter(({ name }) => name === metric).map(({ service }) => service)
  const others = Object.entries(ofOthers).filter(([, metrics]) => metrics.includes(metric))
  return [...services, ...others.map(([name]) => name), ...(ofProcess.includes(metric) ? ['Every service'] : [])]
}
