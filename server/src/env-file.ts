/** Imported before a program that a person starts: takes the settings of `.env`, where there is one, that are not set. */
try {
  process.loadEnvFile()
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
