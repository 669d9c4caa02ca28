import { type Answers, answerIssues, fieldsShown } from '@clinic/contract/form-answers.ts'
import { answerSchema, type FormField } from '@clinic/contract/form-fields.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useRef } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { AnswerField } from './answer-field.tsx'
import { answerTexts } from './answer-texts.ts'
import { answersOf, type Typed, typedOf } from './answering.ts'
import type { FormSheet } from './form-sheet.ts'

interface AnswerFormProps {
  title: string
  fields: readonly FormField[]
  answers: Answers
  send: (given: { answers: Record<string, unknown>; submit: boolean }) => Promise<FormSheet>
  leave?: (sheet: FormSheet) => void
}

/**
 * A form as it is filled in for a patient: kept as a draft, to be gone on with, or submitted. Enter keeps a draft, for what
 * is submitted stays as it is.
 */
export function AnswerForm({ title, fields, answers, send, leave }: AnswerFormProps) {
  const t = useTexts(answerTexts)
  const sentence = useIssueSentence()
  const isLast = useRef(false)
  const form = useForm<Typed, FormSheet>({
    initial: typedOf(fields, answers),
    check: typed =>
      answerIssues(fields, answersOf(fields, typed), { whole: isLast.current }).map(issue => ({
        ...issue,
        path: `/answers${issue.path}`,
      })),
    send: typed => send({ answers: { ...answersOf(fields, typed) }, submit: isLast.current }),
    ...(leave && { leave }),
  })
  const errorOf = (field: FormField) => {
    const issue = form.issueAt(`/answers/${field.key}`)
    return issue && sentence({ ...issue, path: '' }, answerSchema(field))
  }
  const button = (last: boolean, words: string) => (
    <Button
      type="submit"
      variant={last ? 'filled' : 'default'}
      loading={form.pending && isLast.current === last}
      onClick={() => {
        isLast.current = last
      }}
    >
      {words}
    </Button>
  )
  return (
    <form {...form.props} aria-label={title}>
      <Stack>
        {fieldsShown(fields, answersOf(fields, form.values)).map(field => (
          <AnswerField
            key={field.key}
            field={field}
            typed={form.values[field.key]}
            error={errorOf(field)}
            onChange={typed => form.set({ [field.key]: typed })}
          />
        ))}
        <ProblemNotice error={form.error} own={{ invalid_state_transition: t.refused }} />
        <Group gap="sm">
          {button(false, t.keep)}
          {button(true, t.submit)}
        </Group>
      </Stack>
    </form>
  )
}
