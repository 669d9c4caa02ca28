import type { PublisherRight, PublisherRole } from './publisher/roles.ts'
import type { ScopeName } from './scopes.ts'
import type { Permission } from './staff/permissions.ts'

/** What a login may do on the platform itself. */
export type PlatformRole = 'REVIEWER'

/** What there is in sandbox clinics alone: elsewhere it is answered as a path that is not there. */
interface MaybeInSandbox {
  readonly inSandbox?: true
}
/** The scopes that an installation's token must hold: all of them, or any one. An empty list asks for a valid token alone. */
export interface ByScopes extends MaybeInSandbox {
  readonly by: 'scopes'
  readonly mode: 'all' | 'any'
  readonly scopes: readonly ScopeName[]
}
type Permissions = readonly [Permission, ...Permission[]]
/** A member of the clinic whose role has one of the permissions. */
export interface ByPermission extends MaybeInSandbox {
  readonly by: 'permission'
  readonly permissions: Permissions
}
/** Any member of the clinic, as what they may be there. */
export interface ByMembership {
  readonly by: 'membership'
}
/** A member of a publisher who is at least this, or a key of it with this right; null where no key may. */
export interface ByPublisher {
  readonly by: 'publisher'
  readonly role: PublisherRole
  readonly right: PublisherRight | null
  /** Whether it runs in the clinic of the installation that the path names, which is one of the publisher's plugins. */
  readonly atInstallation?: true
}
/** A person with a role on the platform itself. */
export interface ByPlatform {
  readonly by: 'platform'
  readonly role: PlatformRole
}
/** Any person whose login is complete, in whichever clinic or none. */
export interface ByLogin {
  readonly by: 'login'
}
/** Any client, without a login. */
export interface ByAnybody {
  readonly by: 'anybody'
}

/** What runs in a clinic, in a transaction of it: that of a publisher in its sandbox, that of a reviewer in the platform's own. */
export type InClinic = ByScopes | ByPermission | ByMembership | ByPublisher | ByPlatform

/** A member of the clinic, by whatever they are let in. */
export type ByMember = ByPermission | ByMembership

/**
 * What of the clinic an operation shows a member: all of it; records of the branches in their sight; or patients whose file
 * lies there, or who have or had an appointment there.
 */
export type Sight = 'clinic' | 'branch' | 'patient'

/** Who may call an operation. The tag keeps a scope and a permission of the same name apart. */
export type Access = InClinic | ByLogin | ByAnybody

export const scope = (name: ScopeName): ByScopes => ({ by: 'scopes', mode: 'all', scopes: [name] })
export const anyScope = (...scopes: readonly [ScopeName, ScopeName, ...ScopeName[]]): ByScopes => ({
  by: 'scopes',
  mode: 'any',
  scopes,
})
export const anyToken: ByScopes = { by: 'scopes', mode: 'all', scopes: [] }
export const permission = (...permissions: Permissions): ByPermission => ({ by: 'permission', permissions })
export const anyMember: ByMembership = { by: 'membership' }
export const publisher = (role: PublisherRole, right: PublisherRight | null = null): ByPublisher => ({
  by: 'publisher',
  role,
  right,
})
/** The same in the clinic of the installation that the path names as :installationId. */
export const atInstallation = (access: ByPublisher): ByPublisher => ({ ...access, atInstallation: true })
export const platform = (role: PlatformRole): ByPlatform => ({ by: 'platform', role })
export const anyLogin: ByLogin = { by: 'login' }
export const anybody: ByAnybody = { by: 'anybody' }

/** The same, in sandbox clinics alone. */
export const inSandbox = <Who extends ByScopes | ByPermission>(access: Who): Who => ({ ...access, inSandbox: true })

export const isByMember = (access: Access): access is ByMember =>
  access.by === 'permission' || access.by === 'membership'
export const isInClinic = (access: Access): access is InClinic => access.by !== 'login' && access.by !== 'anybody'

/** What of the clinic is shown has to be said where members ask, by the operation or by its family. */
export type SaysSight<Who extends Access, Usual> = Who extends ByMember
  ? Usual extends Sight
    ? { sight?: Sight }
    : { sight: Sight }
  : { sight?: undefined }
