import { permission } from '../access.ts'
import {
  allClearable,
  allOptional,
  amountOf,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  Nullable,
  OneOf,
  Optional,
  RowVersion,
  resource,
  shape,
  Text,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Place, VisitMinutes } from './practitioners.ts'

const manage = permission('settings:manage')
const { operation } = family('Price list', { read: manage, write: manage, sight: 'clinic' })

/** The colours in which procedures are shown, by their words. */
export const PROCEDURE_COLORS = [
  ...(['red', 'pink', 'grape', 'violet', 'indigo', 'blue'] as const),
  ...(['cyan', 'teal', 'green', 'lime', 'yellow', 'orange'] as const),
] as const
export const ProcedureColor = OneOf(PROCEDURE_COLORS)

const always = {
  name: described(Text(1, 200), 'What it is called.'),
  price: amountOf(Type.Number({ minimum: 0, maximum: 10_000_000 }), 'What it costs before tax and discounts'),
  order: Place,
  active: described(Type.Boolean(), 'Whether it is chosen from; what was done stays as it was.'),
}

/** A line of the price list as the clinic sets it up. */
export const ClinicProcedure = resource(
  'procedure',
  {
    id: Id,
    version: RowVersion,
    ...always,
    nameAr: described(MaybeText, 'What it is called in Arabic; null where that is not said.'),
    code: described(MaybeText, 'By which it is found, and known to an import; null where it has none.'),
    groupId: MaybeId,
    groupName: described(MaybeText, 'The heading under which it stands; null where it stands under none.'),
    chart: described(MaybeText, 'In which chart it is recorded, such as DENTAL; null where in none.'),
    durationMinutes: described(MaybeInteger, 'How many minutes it takes; null where as long as a slot of the doctor.'),
    color: described(Nullable(ProcedureColor), 'In which colour it is shown; null where none was chosen.'),
    consentTemplateId: described(MaybeId, 'What a patient signs before it; null where that is nothing.'),
  },
  'clinicProcedure',
)

const wishes = {
  ...allOptional(always),
  ...allClearable({
    nameAr: described(UpTo(200), 'What it is called in Arabic.'),
    code: described(UpTo(50), 'By which it is found, and known to an import; no other procedure has it.'),
    groupId: described(Id, 'The heading under which it stands.'),
    chart: described(UpTo(30), 'In which chart it is recorded, such as DENTAL.'),
    durationMinutes: described(VisitMinutes, 'How many minutes it takes.'),
    color: described(ProcedureColor, 'In which colour it is shown.'),
    consentTemplateId: described(Id, 'What a patient signs before it.'),
  }),
}

export const listClinicProcedures = operation({
  id: 'listClinicProcedures',
  route: 'GET /procedures',
  summary: 'The price list as the clinic sets it up',
  description: 'In its order, by group; what is no longer done, too.',
  returns: ClinicProcedure,
  answer: 'all',
})

export const addProcedure = operation({
  id: 'addProcedure',
  route: 'POST /procedures',
  summary: 'Adds a procedure to the price list',
  description: 'No plugin hears of it. A code that another procedure has is refused, in whatever spelling.',
  input: { ...wishes, name: always.name, price: always.price },
  returns: ClinicProcedure,
  status: 201,
})

export const updateProcedure = operation({
  id: 'updateProcedure',
  route: 'PATCH /procedures/:id',
  summary: 'Changes a procedure of the price list',
  description:
    'Absent fields stay as they are, null clears one. Invoices, treatments and visits that are there stay as they are.',
  versioned: { of: 'procedure', fields: { order: 'sortOrder' } },
  input: { id: Id, ...wishes },
  returns: ClinicProcedure,
})

const GroupName = described(Text(1, 100), 'What the heading says; no other says the same.')

/** A heading of the price list. */
export const ProcedureGroup = resource('procedure_group', { id: Id, name: GroupName, order: Place })

export const listProcedureGroups = operation({
  id: 'listProcedureGroups',
  route: 'GET /procedure-groups',
  summary: 'The headings of the price list',
  description: 'In their order, those under which nothing stands, too.',
  returns: ProcedureGroup,
  answer: 'all',
})

export const addProcedureGroup = operation({
  id: 'addProcedureGroup',
  route: 'POST /procedure-groups',
  summary: 'Adds a heading to the price list',
  description: 'Below the others unless told.',
  input: { name: GroupName, order: Optional(Place) },
  returns: ProcedureGroup,
  status: 201,
})

export const updateProcedureGroup = operation({
  id: 'updateProcedureGroup',
  route: 'PATCH /procedure-groups/:id',
  summary: 'Changes a heading of the price list',
  description: 'What stands under it shows its name, to plugins as well.',
  input: { id: Id, name: Optional(GroupName), order: Optional(Place) },
  returns: ProcedureGroup,
})

/** The columns of a price list that is read in; the first three must be there. */
export const IMPORT_COLUMNS = ['code', 'name', 'price', 'name_ar', 'group', 'duration', 'color', 'active'] as const
/** What a cell of an import can have wrong. */
export const IMPORT_FAULTS = [
  ...(['malformed', 'too_many', 'required', 'unknown', 'duplicate', 'ambiguous'] as const),
  ...(['number', 'decimals', 'range', 'length'] as const),
] as const
/** What becomes of a row. */
export const IMPORT_OUTCOMES = ['added', 'changed', 'same'] as const

const ImportedRow = shape('importedProcedure', {
  line: described(Type.Integer(), 'On which line of the text it ends, from 1 on.'),
  code: described(Type.String(), 'By which the procedure is known.'),
  name: described(Type.String(), 'What it is called.'),
  outcome: described(OneOf(IMPORT_OUTCOMES), 'What becomes of the procedure.'),
})

export const importProcedures = operation({
  id: 'importProcedures',
  route: 'POST /procedures/import',
  summary: 'Reads a price list in from a text with columns',
  description:
    'CSV with the columns code, name and price, and with name_ar, group, duration, color and active where they are wanted, in any order; between them comma, semicolon, tab or bar; digits may be Arabic. The code says which procedure a row is: what has it is changed, what is not there is added, a group of a new name too; what no row names stays. All or nothing: details.faults of import_invalid name each cell that is wrong. With dryRun nothing is changed, and the answer says what would be.',
  input: {
    csv: described(Text(1, 900_000), 'The text, of 900 kB and 2000 rows at most.'),
    dryRun: Optional(described(Type.Boolean(), 'Whether it is only tried.')),
  },
  returns: shape('procedureImport', {
    dryRun: described(Type.Boolean(), 'Whether it was only tried.'),
    added: described(Type.Integer(), 'How many procedures are new.'),
    changed: described(Type.Integer(), 'How many are otherwise than they were.'),
    same: described(Type.Integer(), 'How many are as they were.'),
    newGroups: described(Type.Array(Type.String()), 'The headings that were not there.'),
    rows: described(Type.Array(ImportedRow), 'What becomes of each row.'),
  }),
  refuses: ['import_invalid'],
})
