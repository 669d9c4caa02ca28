import classes from './code-block.module.css'

/** Text as a program writes it: left to right, and scrolled by the keyboard where there is more than fits. */
export const CodeBlock = ({ label, text }: { label: string; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse (WCAG 2.1.1)
  <section className={classes.block} aria-label={label} tabIndex={0}>
    <pre className={classes.text}>{text}</pre>
  </section>
)
