import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { Ltr, Moment, Name, Phone } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { Fact, Facts } from './facts.tsx'
import { patientFile } from './file-texts.ts'
import { useGender } from './gender.ts'

/** What stands above everything else of a patient. */
export function PatientFacts({ patient }: { patient: Returned<'getPatientSummary'> }) {
  const t = useTexts(patientFile)
  const { language } = useLanguage()
  const genderOf = useGender()
  const { data: workplace } = useRead('getWorkplace', {})
  const { age, gender, clinicFileNumber, branch, doctor, insurer, lastVisit, nextVisit, unsignedForms } = patient
  const phone = patient.phoneNumber ?? patient.phoneNumberMasked
  return (
    <section className="card" aria-label={t.title}>
      <Facts>
        <Fact title={t.age}>{age === null ? null : <Ltr>{age}</Ltr>}</Fact>
        <Fact title={t.gender}>{genderOf(gender)}</Fact>
        <Fact title={t.phone}>{phone === null ? null : <Phone>{phone}</Phone>}</Fact>
        <Fact title={t.clinicNumber}>{clinicFileNumber === null ? null : <Ltr>{clinicFileNumber}</Ltr>}</Fact>
        <Fact title={t.nextVisit}>{nextVisit ? <Moment at={nextVisit.start} /> : '–'}</Fact>
        <Fact title={t.lastVisit}>{lastVisit ? <Moment at={lastVisit.start} /> : '–'}</Fact>
        <Fact title={t.balance}>
          {patient.balance === undefined || !workplace ? null : (
            <Money amount={patient.balance} currency={workplace.currency} />
          )}
        </Fact>
        <Fact title={t.doctor}>{doctor === null ? null : <Name>{nameOf(language, doctor)}</Name>}</Fact>
        <Fact title={t.branch}>
          <Name>{nameOf(language, branch)}</Name>
        </Fact>
        <Fact title={t.insurer}>{insurer === null ? null : <Name>{insurer}</Name>}</Fact>
      </Facts>
      {unsignedForms > 0 && (
        <p>
          <span className="tag" data-tone="warn">
            {t.unsigned(unsignedForms)}
          </span>
        </p>
      )}
    </section>
  )
}
