import { type RefObject, type UIEvent, useRef } from 'react'
import classes from './manifest-editor.module.css'

interface ManifestEditorProps {
  label: string
  describedBy?: string
  text: string
  /** The lines with a problem. */
  marked: ReadonlySet<number>
  invalid?: boolean
  /** Without it the text is shown, and not changed. */
  onChange?: (text: string) => void
  area: RefObject<HTMLTextAreaElement | null>
}

/** A document with the numbers of its lines. */
export function ManifestEditor({ label, describedBy, text, marked, invalid, onChange, area }: ManifestEditorProps) {
  const gutter = useRef<HTMLPreElement>(null)
  const lines = text.split('\n')
  const follow = (event: UIEvent<HTMLTextAreaElement>) => {
    if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop
  }
  return (
    <div className={classes.editor}>
      <div className={classes.frame}>
        <pre className={classes.gutter} ref={gutter} aria-hidden="true">
          {lines.map((_, index) => {
            const number = index + 1
            return (
              <span key={number} className={marked.has(number) ? classes.marked : undefined}>
                {`${number}\n`}
              </span>
            )
          })}
        </pre>
      </div>
      <textarea
        ref={area}
        className={classes.text}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={text}
        readOnly={onChange === undefined}
        onChange={event => onChange?.(event.currentTarget.value)}
        onScroll={follow}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        wrap="off"
      />
    </div>
  )
}

const LINE_PX = 20

/** Selects a line and brings it into sight. */
export function showLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = Math.max(0, (line - 4) * LINE_PX)
  area.scrollLeft = 0
}
