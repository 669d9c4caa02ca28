/**
 * Imported before a program that a person starts: takes the settings of `.env`, where there is one, that are not set.
 * In JavaScript, because nothing is compiled ahead of it yet.
 */
try {
  process.loadEnvFile()
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
