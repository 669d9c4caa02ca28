import { readFileSync } from 'node:fs'
import { type Setting, SettingError } from './readers.ts'
import { SETTINGS } from './settings.ts'

export type Environment = Record<string, string | undefined>

export type Settings = typeof SETTINGS
/** What the settings are read as. */
export type Env = { [Name in keyof Settings]: ReturnType<Settings[Name]['read']> }

/** Where a setting may be the content of a file instead, as secrets are handed out by what runs processes. */
export const fileSetting = (name: string): string => `${name}_FILE`

function given(name: string, environment: Environment): string {
  const path = environment[fileSetting(name)] ?? ''
  if (path === '') return environment[name] ?? ''
  if (environment[name]) throw new SettingError(`${name} and ${fileSetting(name)} are both set; one of them is enough`)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'no file'
    throw new SettingError(`${fileSetting(name)}=${path} cannot be read (${code})`)
  }
}

/**
 * What is tried out on a machine is reached from there alone, and ends when it is told to; in production a proxy stands
 * before it, maybe on another one, which takes a moment to see that a process is about to end.
 */
const IN_PRODUCTION: Environment = { HOST: '0.0.0.0', DRAIN_MS: '5000' }
const ELSEWHERE: Environment = { HOST: '127.0.0.1', DRAIN_MS: '0' }

const ofPlace = (name: string, { NODE_ENV: place }: Environment): string | undefined =>
  (place === 'production' ? IN_PRODUCTION : ELSEWHERE)[name]

function readSetting(name: string, { read, fallback }: Setting<unknown>, environment: Environment): unknown {
  const text = given(name, environment) || ofPlace(name, environment) || fallback
  try {
    return read(text)
  } catch (error) {
    if (error instanceof SettingError) throw new SettingError(`${name} must be ${error.message}`)
    throw error
  }
}

export const SETTING_NAMES = Object.keys(SETTINGS) as (keyof Settings)[]

/** Reads those settings, or throws a SettingError whose message names the variable and what it expects. */
export function readSettings<Name extends keyof Settings>(names: readonly Name[], environment: Environment) {
  const values = names.map(name => [name, readSetting(name, SETTINGS[name], environment)])
  return Object.fromEntries(values) as Pick<Env, Name>
}

/** Reads every setting. */
export const readEnv = (environment: Environment): Env => readSettings(SETTING_NAMES, environment)
