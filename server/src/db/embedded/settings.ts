/** Server settings of the embedded cluster: durable, and sized for a laptop that also runs everything else. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '2GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  // It would be written with every statement, and pg_stat_activity says the same.
  update_process_title: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  // A plan made while a table is empty is kept until it is analysed: not for long when a clinic brings its files.
  autovacuum_naptime: '10s',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  // Seven files, one per weekday, each overwritten a week later.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Statement errors reach the program that caused them; here their texts would only spill what patients told the clinic.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** The arguments of `postgres` that set them, with the caller's own on top. */
export const settingArguments = (own: Readonly<Record<string, string>>): string[] =>
  Object.entries({ ...SETTINGS, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
