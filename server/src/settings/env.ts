import { type Setting, SettingError } from './readers.ts'
import { SETTINGS } from './settings.ts'

export type Environment = Record<string, string | undefined>

export type Settings = typeof SETTINGS
/** What the settings are read as. */
export type Env = { [Name in keyof Settings]: ReturnType<Settings[Name]['read']> }

function readSetting(name: string, { read, fallback }: Setting<unknown>, environment: Environment): unknown {
  try {
    return read(environment[name] || fallback)
  } catch (error) {
    if (error instanceof SettingError) throw new SettingError(`${name} must be ${error.message}`)
    throw error
  }
}

export const SETTING_NAMES = Object.keys(SETTINGS) as (keyof Settings)[]

/**
 * What is tried out on a machine is reached from there alone, and ends when it is told to; in production a proxy stands
 * before it, maybe on another one, which takes a moment to see that a process is about to end.
 */
const IN_PRODUCTION = { HOST: '0.0.0.0', DRAIN_MS: '5000' }
const ELSEWHERE = { HOST: '127.0.0.1', DRAIN_MS: '0' }

const withPlace = (environment: Environment): Environment => ({
  ...environment,
  ...Object.fromEntries(
    Object.entries(environment.NODE_ENV === 'production' ? IN_PRODUCTION : ELSEWHERE).map(([name, fallback]) => [
      name,
      environment[name] || fallback,
    ]),
  ),
})

/** Reads those settings, or throws a SettingError whose message names the variable and what it expects. */
export function readSettings<Name extends keyof Settings>(names: readonly Name[], environment: Environment) {
  const given = withPlace(environment)
  return Object.fromEntries(names.map(name => [name, readSetting(name, SETTINGS[name], given)])) as Pick<Env, Name>
}

/** Reads every setting. */
export const readEnv = (environment: Environment): Env => readSettings(SETTING_NAMES, environment)
