import { isRecord } from '@clinic/contract/json-schema.ts'
import { Argument, type Command } from 'commander'
import { sql } from '../db/statement.ts'
import { templateImport } from '../domain/messaging/dispatch.ts'
import {
  type ProviderKind,
  type ProviderSettings,
  useNoProvider,
  useProvider,
} from '../domain/providers/clinic-provider.ts'
import { enqueue } from '../kernel/job-queue.ts'
import { PROVIDER_KINDS, PROVIDERS } from '../providers/catalogue.ts'
import { isCallTemplate } from '../providers/video/video-links.ts'
import { publicUrl } from '../settings/addresses.ts'
import { readEnv } from '../settings/env.ts'
import { jsonFile, UsageError } from './arguments.ts'
import { clinicById } from './operator.ts'
import type { Row } from './output.ts'
import { printing } from './session.ts'

const providersOf = sql<Row>(`
  select kind, provider, active, updated_at as "changedAt" from clinic_provider
  where company_id = $1 order by kind, provider`)

const kindArgument = () => new Argument('<kind>', 'what it is for').choices(PROVIDER_KINDS)

/** Texts alone, and every one that the provider needs. */
function settingsOf(kind: ProviderKind, provider: string, given: unknown): ProviderSettings {
  const known = PROVIDERS[kind]
  const needs = Object.hasOwn(known, provider) ? known[provider] : undefined
  if (!needs) throw new UsageError(`providers for ${kind} are ${Object.keys(known).join(', ')}`)
  const entries = Object.entries(isRecord(given) ? given : {})
  const texts = entries.map(([name, value]): [string, string] => [name, String(value)])
  const missing = needs.filter(name => !texts.some(([given, text]) => given === name && text !== ''))
  if (missing.length > 0) throw new UsageError(`${provider} needs the settings ${missing.join(', ')}`)
  const settings = Object.fromEntries(texts)
  if (kind === 'video' && provider === 'link' && !isCallTemplate(settings.template ?? ''))
    throw new UsageError('template must be an address that begins with https:// and has {callId} in it')
  return settings
}

/** Where the provider is to be told to call back: messages have one address for every kind of carrier, and who holds calls tells nothing. */
function callbackOf(kind: ProviderKind, provider: string, clinicId: string): string | null {
  if (kind === 'video') return null
  return `${publicUrl(readEnv(process.env))}/callbacks/${kind === 'payments' ? 'payments' : 'messages'}/${provider}/${clinicId}`
}

interface UseOptions {
  clinic: string
  settings?: string
}

export function addProviderCommands(program: Command): void {
  const provider = program
    .command('provider')
    .description('accounts of a clinic with gateways and carriers, and where its video calls take place')

  provider
    .command('list')
    .description('what a clinic has settings for; the settings themselves are never shown')
    .requiredOption('--clinic <id>')
    .action(
      printing(program, ({ inClinic }, { clinic }: { clinic: string }) =>
        inClinic(clinicById(clinic), tx => tx.sql(providersOf([clinic]))),
      ),
    )

  provider
    .command('use')
    .description('use a provider from now on, in place of another of its kind')
    .addArgument(kindArgument())
    .argument('<provider>')
    .requiredOption('--clinic <id>')
    .option('--settings <file>', 'a JSON map of texts, such as keys and secrets')
    .action(
      printing(program, async ({ inClinic }, kind: ProviderKind, name: string, { clinic, settings }: UseOptions) => {
        const given = settingsOf(kind, name, settings === undefined ? {} : await jsonFile(settings))
        await inClinic(clinicById(clinic), async tx => {
          await useProvider(tx, kind, { provider: name, settings: given })
          if (kind === 'whatsapp') await enqueue(tx, templateImport, {}, { key: name })
        })
        return { kind, provider: name, active: true, callbackUrl: callbackOf(kind, name, clinic) }
      }),
    )

  provider
    .command('stop')
    .description('use none of the kind any more')
    .addArgument(kindArgument())
    .requiredOption('--clinic <id>')
    .action(
      printing(program, async ({ inClinic }, kind: ProviderKind, { clinic }: { clinic: string }) => {
        await inClinic(clinicById(clinic), tx => useNoProvider(tx, kind))
        return { kind, active: false }
      }),
    )
}
