import type { Env } from './env.ts'
import { SettingError } from './readers.ts'

/** Where browsers, plugins and assistants come in, with an example; BASE_URL stands for the others where they are not set. */
const PUBLIC = {
  BASE_URL: 'https://clinic.example',
  WEB_ORIGIN: 'https://console.clinic.example',
  ASSISTANT_URL: 'https://clinic.example/mcp',
} as const

/** In production nothing of patients travels in clear: refuses to start under a public address without https. */
export function requireHttps(env: Pick<Env, 'NODE_ENV' | keyof typeof PUBLIC>): void {
  if (env.NODE_ENV !== 'production') return
  for (const name of ['BASE_URL', 'WEB_ORIGIN', 'ASSISTANT_URL'] as const) {
    const isSafe = env[name] === '' ? name !== 'BASE_URL' : new URL(env[name]).protocol === 'https:'
    if (isSafe) continue
    throw new SettingError(
      `${name} must begin with https:// in production: set it to where the outside world reaches the platform, such as ${PUBLIC[name]}.`,
    )
  }
}
