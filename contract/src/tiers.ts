/**
 * Whose business a text of an answer is: what each one must declare. What is a patient's is shown for one scope alone;
 * every other text says of what it tells, and is shown with its record.
 */
import type { Static, TSchema } from 'typebox'
import { PERMITTED } from './field-rights.ts'
import { Nullable, Text } from './fields.ts'
import { Type } from './schema-builders.ts'
import type { ScopeName } from './scopes.ts'
import type { Permission } from './staff/permissions.ts'

/**
 * What a text is that is no patient's own. *clinic*: about the clinic, its staff, its goods and those it deals with.
 * *platform*: a word, a number or an address that the platform or a standard gives. *record*: what people write about the
 * record. That may name anybody, and is shown because the scope of the record is asked for in order to read it.
 */
export type TextTier = 'clinic' | 'platform' | 'record'

/** A map or a list without closed contents, whose texts are of this tier. */
export const ofTier = <Schema extends TSchema>(tier: TextTier, schema: Schema): Schema => ({
  ...schema,
  'x-tier': tier,
})

/** About the clinic, its staff, its goods and those it deals with; about no patient. */
export const ClinicText = ofTier('clinic', Type.String())
export const MaybeClinicText = Nullable(ClinicText)
/** A word, a number or an address that the platform or a standard gives. */
export const Code = ofTier('platform', Type.String())
export const MaybeCode = Nullable(Code)
/** What people write about the record. It may name anybody; the scope of the record is asked for in order to read it. */
export const Note = ofTier('record', Type.String())
export const MaybeNote = Nullable(Note)

const PERSONAL: ScopeName = 'patients:read.pii'

/** Tells who a patient is or how to reach them: left out without patients:read.pii. */
export const Personal = <Schema extends TSchema>(schema: Schema) => Scoped(PERSONAL, schema)

/** The same in records of patients: where the record's field `patientId` is not null, whether or not it is shown. */
export const PersonalOfPatient = <Schema extends TSchema>(schema: Schema) => ofPatient(Personal(schema))

/** A phone number that is masked (country code and last two digits), not left out, without patients:read.pii. */
export const PersonalPhone = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema>>({ ...schema, 'x-masked-without-scope': PERSONAL })

/** The same in records of patients. */
export const PersonalPhoneOfPatient = <Schema extends TSchema>(schema: Schema) => ofPatient(PersonalPhone(schema))

/**
 * Holds what is a patient's among other things. Without patients:read.pii the record's value `instead` is shown in its
 * place, which has no name of its own in the answer; a record that has no such value is shown without the field.
 */
export const PersonalInParts = <Schema extends TSchema>(instead: string, schema: Schema) =>
  Type.Unsafe<Static<Schema>>({ ...schema, 'x-replaced-without-scope': PERSONAL, 'x-replaced-by': instead })

/**
 * A term that a list is searched for: in texts of the clinic, or in what is a patient's own too. Without
 * patients:read.pii a search must find nothing by the latter, or it would tell it.
 */
export const searching = (what: 'clinic' | 'personal') => ({ ...Text(2, 100), 'x-searches': what })

/** A field that is left out of answers unless the installation holds `scope`. */
export const Scoped = <Schema extends TSchema>(scope: ScopeName, schema: Schema) =>
  Type.Unsafe<Static<Schema>>({ ...schema, 'x-required-scope': scope })

/** A field of an answer to the console that is left out unless the member's role has the permission. */
export const Permitted = <Schema extends TSchema>(permission: Permission, schema: Schema) =>
  Type.Unsafe<Static<Schema>>({ ...schema, [PERMITTED]: permission })

const ofPatient = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema>>({ ...schema, 'x-required-scope-where': 'patientId' })
