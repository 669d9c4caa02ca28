import type { Static, TObject } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import type { Logger } from 'pino'
import type { SigningKey } from '../domain/audit/signing-key.ts'
import type { PaymentGateways } from '../domain/billing/payment-gateway.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import type { MessageCarrier, MessageCarriers } from '../domain/messaging/message-carrier.ts'
import type { SandboxWorld } from '../domain/sandbox/sandbox-world.ts'
import type { Egress } from '../egress/agent.ts'
import type { JobKind } from '../kernel/job-queue.ts'
import type { PlatformTx, Tx } from '../kernel/tx.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'

/** What every job may use. A job that needs more adds it here, once for all jobs. */
export interface JobDeps {
  /** Makes what runs in a clinic for the job of that name: what it changes there is recorded under it. */
  inClinicFor(job: string): InClinic
  /** The same for what is done at an instant of a sandbox clinic's clock that is being moved. */
  at(instant: string): JobDeps
  /** Runs in one transaction what concerns all clinics, with the rights of clinic_dispatcher. */
  onPlatform<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  /** Runs in one transaction what ends with its time, with the rights of clinic_keeper: it can say when of nothing. */
  asKeeper<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  /** Runs in one transaction what seals the audit, with the rights of clinic_sealer. */
  asSealer<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  /** Runs in one transaction what ends old months of the audit, with the rights of clinic_retention. */
  asRetention<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  /** What seals of the audit are signed with. */
  auditKey: SigningKey
  carriers: MessageCarriers
  /** Carries the platform's own mail to people of a clinic, or of none; nothing where the operator has no mail server. */
  ownerMail(companyId: string | null): Pick<MessageCarrier, 'send'> | undefined
  /** Where the clinic's people log in. */
  consoleUrl: string
  /** Where patients open the links that are sent to them. */
  patientUrl: string
  /** Whether a person whom a publisher has invited may make a login of their own. */
  mayRegister: boolean
  gateways: PaymentGateways
  /** Those outside of sandbox clinics. */
  world: SandboxWorld
  /** Where an outside party reports back to us about a clinic: what it is about, who reports, the clinic. */
  callbackUrl(about: string, provider: string, companyId: string): string
  /** At most how far a replica that reports come from is behind, in milliseconds; undefined without one, or while it is not known. */
  replicaLagMs(): number | undefined
  egress: Egress
  files: FileStorage
  box: SecretBox
  log: Logger
}

/** Runs in one transaction of the clinic, with the rights that its requests have. */
type InClinic = <Value>(companyId: string, run: (tx: Tx) => Promise<Value>) => Promise<Value>

/** One run of a job. */
export interface JobRun extends JobDeps {
  inClinic: InClinic
  /** From 1. */
  attempt: number
  /** There is no further attempt if this run throws. */
  isLast: boolean
}

/** Work done in the background. A run that throws is repeated later, so it must be safe to run twice. */
export interface Job {
  readonly name: string
  /** When to run by itself, as crontab has it, in UTC: at that minute on one worker, whatever their number. */
  readonly schedule?: string
  run(run: JobRun, payload: unknown): Promise<void>
}

/** What is done for a job that a clinic's transaction added. */
export function clinicJob<Payload extends TObject>(
  kind: JobKind<Payload>,
  perform: (run: JobRun, payload: Static<Payload>) => Promise<void>,
): Job {
  const { check } = validator(kind.payload)
  return {
    name: kind.name,
    async run(run, payload) {
      if (!check(payload)) throw new Error(`The payload of a job ${kind.name} does not match its declaration.`)
      await perform(run, payload)
    },
  }
}

/** What is done again and again. */
export const scheduledJob = (name: string, schedule: string, perform: (run: JobRun) => Promise<void>): Job => ({
  name,
  schedule,
  run: perform,
})
