import type { Tx } from '../../../kernel/tx.ts'
import { confirmUpload } from '../../files/confirm-upload.ts'
import { requestUpload } from '../../files/request-upload.ts'
import { prepareConsentForm, signConsentForm } from '../../forms/consent-form.ts'
import { createConsentTemplate } from '../../forms/consent-template.ts'
import { createForm } from '../../forms/form.ts'
import { submitForm } from '../../forms/submit-form.ts'
import { fitting, newest } from '../fitting.ts'
import { aPatient, aWorkplace } from '../people.ts'
import type { SandboxWorld } from '../sandbox-world.ts'
import { triggers } from '../trigger.ts'

const TITLE = 'Sandbox form (invented)'
const ownForm = newest(
  'form',
  `t.title = '${TITLE}' and t.active and t.multiple_submissions_allowed and t.current_version = 1`,
)
const unsigned = newest('consent_form', 'not t.signed and (t.expires_at is null or t.expires_at > clinic_now())')
const anyTemplate = newest('consent_template', 'true')

const makeForm = async (tx: Tx) =>
  (
    await createForm(tx, {
      ...{ title: TITLE, active: true, multipleSubmissionsAllowed: true },
      fields: [{ key: 'allergies', type: 'text', label: { en: 'Allergies', ar: 'الحساسية' } }],
    })
  ).form

async function prepare(tx: Tx) {
  const body = 'I agree to the treatment that was explained to me.'
  const make = () => createConsentTemplate(tx, { name: 'Sandbox consent (invented)', body, signRequired: true })
  const templateId = await fitting(tx, undefined, anyTemplate, make)
  return prepareConsentForm(tx, { templateId, patientId: await aPatient(tx), ...(await aWorkplace(tx)) })
}

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Announces a file, sends it, and confirms it, as a plugin does. */
const upload =
  (kind: 'file' | 'xray', usual: string) =>
  async (tx: Tx, set: { patientId?: string; fileName?: string }, { storage, upload: send }: SandboxWorld) => {
    const patientId = await aPatient(tx, set.patientId)
    const announced = { contentType: 'image/png', sizeBytes: PICTURE.length, kind } as const
    const wanted = { ...announced, id: patientId, fileName: set.fileName ?? usual }
    const { upload, target } = await requestUpload(tx, storage, wanted)
    await send(target, PICTURE)
    return confirmUpload(tx, storage, { patientId, fileId: upload.id })
  }

export const documentTriggers = triggers({
  'form.submitted': async (tx, { formId, answers = {}, ...set }) =>
    submitForm(tx, {
      ...set,
      formId: await fitting(tx, formId, ownForm, () => makeForm(tx)),
      patientId: await aPatient(tx, set.patientId),
      answers,
    }),
  'form.signed': async (tx, { id }) =>
    signConsentForm(tx, { id: await fitting(tx, id, unsigned, () => prepare(tx)), name: 'Sandbox Patient' }),
  'file.created': upload('file', 'letter.png'),
  'xray.created': upload('xray', 'x-ray.png'),
})
