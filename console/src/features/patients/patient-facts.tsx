import { Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { Ltr, Moment, Name, Phone } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { AlertTag } from './alert-tag.tsx'
import classes from './alerts.module.css'
import { Fact, Facts } from './facts.tsx'
import { patientFile } from './file-texts.ts'
import { useGender } from './gender.ts'
import { PatientLink } from './patient-link.tsx'

interface SummaryProps {
  patient: Returned<'getPatientSummary'>
}

/** What stands above everything else of a patient: on a phone alerts, what is owed and the next visit; the rest as one asks. */
export function PatientFacts({ patient }: SummaryProps) {
  const t = useTexts(patientFile)
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(false)
  const { alerts = [] } = patient
  return (
    <section className="card" aria-label={t.title}>
      <Stack gap="md">
        {alerts.length > 0 && (
          <ul className={classes.alerts} aria-label={t.alerts}>
            {alerts.map(alert => (
              <li key={alert.id}>
                <AlertTag alert={alert} />
              </li>
            ))}
          </ul>
        )}
        <Facts>
          <First patient={patient} />
          {(!phone || isOpen) && <Rest patient={patient} />}
        </Facts>
        {phone && (
          <div>
            <Button size="compact-sm" variant="default" onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
              {isOpen ? t.showLess : t.showAll}
            </Button>
          </div>
        )}
      </Stack>
    </section>
  )
}

function First({ patient: { age, balance, nextVisit } }: SummaryProps) {
  const t = useTexts(patientFile)
  const { data: workplace } = useRead('getWorkplace', {})
  return (
    <>
      <Fact title={t.age}>{age === null ? null : <Ltr>{age}</Ltr>}</Fact>
      <Fact title={t.balance}>
        {balance === undefined || !workplace ? null : <Money amount={balance} currency={workplace.currency} />}
      </Fact>
      <Fact title={t.nextVisit}>{nextVisit ? <Moment at={nextVisit.start} /> : '–'}</Fact>
    </>
  )
}

function Rest({ patient }: SummaryProps) {
  const t = useTexts(patientFile)
  const { language } = useLanguage()
  const genderOf = useGender()
  const { gender, clinicFileNumber, branch, doctor, lastVisit } = patient
  const phone = patient.phoneNumber ?? patient.phoneNumberMasked
  return (
    <>
      <Fact title={t.lastVisit}>{lastVisit ? <Moment at={lastVisit.start} /> : '–'}</Fact>
      <Fact title={t.phone}>{phone === null ? null : <Phone>{phone}</Phone>}</Fact>
      <Fact title={t.gender}>{genderOf(gender)}</Fact>
      <Fact title={t.clinicNumber}>{clinicFileNumber === null ? null : <Ltr>{clinicFileNumber}</Ltr>}</Fact>
      <Fact title={t.doctor}>{doctor === null ? null : <Name>{nameOf(language, doctor)}</Name>}</Fact>
      <Fact title={t.branch}>
        <Name>{nameOf(language, branch)}</Name>
      </Fact>
      <Insured patient={patient} />
      <Relatives patient={patient} />
    </>
  )
}

function Insured({ patient: { insurer, insuranceLeft } }: SummaryProps) {
  const t = useTexts(patientFile)
  const { data: workplace } = useRead('getWorkplace', {})
  return (
    <>
      <Fact title={t.insurer}>{insurer === null ? null : <Name>{insurer}</Name>}</Fact>
      <Fact title={t.insuranceLeft}>
        {insuranceLeft === null || insuranceLeft === undefined || !workplace ? null : (
          <Money amount={insuranceLeft} currency={workplace.currency} />
        )}
      </Fact>
    </>
  )
}

function Relatives({ patient: { guardian, family } }: SummaryProps) {
  const t = useTexts(patientFile)
  return (
    <>
      <Fact title={t.guardian}>{guardian === null ? null : <PatientLink patient={guardian} />}</Fact>
      <Fact title={t.family}>
        {family.length === 0
          ? null
          : family.map((one, index) => (
              <span key={one.id}>
                {index > 0 && ' · '}
                <PatientLink patient={one} />
              </span>
            ))}
      </Fact>
    </>
  )
}
