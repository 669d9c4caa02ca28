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

/** What is tried out on a machine is reached from there alone; in production a proxy stands before it, maybe on another one. */
const withHost = (environment: Environment): Environment =>
  environment.HOST
    ? environment
    : { ...environment, HOST: environment.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1' }

/** Reads those settings, or throws a SettingError whose message names the variable and what it expects. */
export function readSettings<Name extends keyof Settings>(names: readonly Name[], environment: Environment) {
  const given = withHost(environment)
  return Object.fromEntries(names.map(name => [name, readSetting(name, SETTINGS[name], given)])) as Pick<Env, Name>
}

/** Reads every setting. */
export const readEnv = (environment: Environment): Env => readSettings(SETTING_NAMES, environment)
