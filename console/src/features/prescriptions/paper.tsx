import type { ReactNode } from 'react'
import type { Returned } from '../../lib/api.ts'
import { Day, Ltr, Name } from '../../ui/isolated.tsx'
import classes from './paper.module.css'
import { paper } from './paper-texts.ts'

type Sheet = Returned<'getPrescriptionSheet'>
type Word = keyof typeof paper.en

/** A word in both languages: the paper is read by the patient and by the pharmacy. */
const both = (word: Word) => (
  <span className={classes.both}>
    <bdi lang="en">{paper.en[word]}</bdi> <bdi lang="ar">{paper.ar[word]}</bdi>
  </span>
)

const Names = ({ en, ar }: { en: string; ar: string | null }) => (
  <>
    <Name>{en}</Name> {ar !== null && ar !== en && <Name>{ar}</Name>}
  </>
)

/** The paper, as large as it is printed: A5, in both languages. */
export function Paper({ sheet }: { sheet: Sheet }) {
  const { clinicName, clinicNameAr, branchName, branchNameAr, address, phones, details, canceledAt } = sheet
  return (
    <article className={`print ${classes.paper}`} data-paper="a5">
      <header className={classes.head}>
        <strong>
          <Names en={clinicName} ar={clinicNameAr} />
        </strong>
        <div>
          <Names en={branchName} ar={branchNameAr} />
        </div>
        <div className={classes.small}>
          {address !== null && <bdi>{address}</bdi>} {phones.length > 0 && <Ltr>{phones.join(' · ')}</Ltr>}
        </div>
      </header>
      <h2 className={classes.title}>{both('title')}</h2>
      <Whose sheet={sheet} />
      {canceledAt !== null && <p className={classes.canceled}>{both('canceled')}</p>}
      <ol className={classes.lines}>
        {sheet.medications.map(line => (
          <li key={line.id}>
            <Medication line={line} />
          </li>
        ))}
      </ol>
      {details !== null && (
        <p>
          {both('remarks')}
          <br />
          <bdi dir="auto">{details}</bdi>
        </p>
      )}
      <Signature sheet={sheet} />
    </article>
  )
}

function Whose({ sheet: { patientName, fileNumber, age, createdAt } }: { sheet: Sheet }) {
  return (
    <dl className={classes.facts}>
      <Fact title={both('patient')}>
        <Name>{patientName}</Name>
      </Fact>
      <Fact title={both('file')}>
        <Ltr>{fileNumber}</Ltr>
      </Fact>
      {age !== null && (
        <Fact title={both('age')}>
          <Ltr>{age}</Ltr>
        </Fact>
      )}
      <Fact title={both('date')}>
        <Day at={createdAt} />
      </Fact>
    </dl>
  )
}

const Fact = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const FIELDS = ['strength', 'dosage', 'method', 'sig', 'duration', 'dispense'] as const

function Medication({ line }: { line: Sheet['medications'][number] }) {
  const said = FIELDS.filter(field => line[field] !== null)
  return (
    <>
      <strong>
        <Name>{line.name}</Name>
      </strong>
      <dl className={classes.facts}>
        {said.map(field => (
          <Fact key={field} title={both(field)}>
            <bdi dir="auto">{line[field]}</bdi>
          </Fact>
        ))}
      </dl>
      {line.details !== null && <bdi dir="auto">{line.details}</bdi>}
    </>
  )
}

const Signature = ({ sheet: { doctorName, doctorNameAr, specialty } }: { sheet: Sheet }) => (
  <footer className={classes.signature}>
    <div>
      <Names en={doctorName} ar={doctorNameAr} />
      {specialty !== null && <div className={classes.small}>{specialty}</div>}
    </div>
    <div className={classes.line}>{both('signature')}</div>
  </footer>
)
