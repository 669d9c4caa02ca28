/** The client of the plugin API. */
export type {
  Answer,
  Call,
  CallOptions,
  FollowInput,
  List,
  Page,
  RateLimit,
  Synced,
  SyncInput,
  UploadInput,
} from './calls.ts'
export type { ClientOptions, IncomingResponse, LogFields, Logger, OutgoingRequest } from './client-options.ts'
export { type Clinic, createClient } from './create-client.ts'
export {
  ClinicError,
  Conflict,
  ConnectionFailed,
  Forbidden,
  Invalid,
  type Issue,
  NotFound,
  type OwnErrorCode,
  RateLimited,
  Refused,
  ServerError,
  TimedOut,
  Unauthenticated,
} from './errors.ts'
export type * from './printed/clinic.generated.ts'
export type { ClinicEvent, EventType } from './printed/events.generated.ts'
export type * from './printed/inputs.generated.ts'
export type * from './printed/lists.generated.ts'
export type * from './printed/resources.generated.ts'
