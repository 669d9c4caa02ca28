import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from './html.ts'

test('escapes every value, and only values', () => {
  const name = `<script>alert("x")</script> & 'y'`
  assert.equal(
    html`<p title="${name}">${name}</p>`.markup,
    '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;</p>',
  )
})

test('nests markup and lists of it, and leaves out what is not there', () => {
  const items = ['a', '<b>'].map(item => html`<li>${item}</li>`)
  assert.equal(html`<ul>${items}</ul>${null}${undefined}${false}${0}`.markup, '<ul><li>a</li><li>&lt;b&gt;</li></ul>0')
})

test('takes out characters that turn the direction of the text around them', () => {
  assert.equal(html`${'Clinic \u202egnitset\u202c'}`.markup, 'Clinic gnitset')
})
