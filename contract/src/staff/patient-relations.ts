import { permission } from '../access.ts'
import { described, Id, Nullable, OneOf, RowVersion, resource, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { told } from './told-patient.ts'

const { operation } = family('Patients', {
  read: permission('patients:read'),
  write: permission('patients:write'),
  sight: 'patient',
})

/** What one patient is to another: a guardian's other side is the ward. */
export const RELATION_KINDS = ['GUARDIAN', 'WARD', 'PARENT', 'CHILD', 'SPOUSE', 'SIBLING', 'OTHER'] as const
export const RelationKind = OneOf(RELATION_KINDS)

/** Another patient, and what they are to this one. */
export const Relation = shape('patientRelation', {
  ...told,
  kind: described(RelationKind, 'What this person is to the patient.'),
})

export const putPatientRelation = operation({
  id: 'putPatientRelation',
  route: 'PUT /patients/:id/relations',
  summary: 'Says what another patient is to this one',
  description:
    'It stands in both files, in the other one as seen from there: the child of a parent, the ward of a guardian. A guardian is written to where the patient has no phone. Plugins are told nothing of it.',
  versioned: { of: 'patient', fields: { relatedId: 'relations', kind: 'relations' } },
  input: {
    id: Id,
    relatedId: described(Id, 'The other patient.'),
    kind: described(Nullable(RelationKind), 'What the other is to this one; null ends the relation.'),
  },
  changes: ['relations'],
  returns: resource(
    'patient',
    {
      id: Id,
      relations: described(Type.Array(Relation), 'All of them, guardians first.'),
      version: RowVersion,
    },
    'patientRelations',
  ),
})
