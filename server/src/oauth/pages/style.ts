import { BRAND_STYLE } from '../../http/brand/brand-style.ts'

/** The one style sheet of the pages, sent within them; the font is all that a page fetches, and it does without. */
export const STYLE = `${BRAND_STYLE}
:root{--no:color-mix(in srgb,var(--ink) 80%,var(--paper))}
*{box-sizing:border-box;margin:0}
html{background:var(--ground);color:var(--ink);font:400 16px/1.55 var(--font);font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
html:lang(ar){font-size:17px;line-height:1.75}
body{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:max(24px,env(safe-area-inset-top)) 20px max(24px,env(safe-area-inset-bottom))}
.top{width:100%;max-width:1000px;display:flex;align-items:center;justify-content:space-between;gap:12px;padding-bottom:24px}
.brand{display:flex;align-items:center;gap:12px;font-weight:600}
.brand svg{width:32px;height:32px;flex:none}
a{color:var(--accent);text-underline-offset:3px}
.card{width:100%;background:var(--paper);border:1px solid var(--line);border-radius:var(--radius-card);box-shadow:var(--shade);overflow:hidden}
.card.small{max-width:440px;padding:clamp(24px,6vw,40px)}
.who{padding:28px 24px 24px}
.pair{display:flex;align-items:center;gap:10px;margin-bottom:20px}
.mark{width:48px;height:48px;border-radius:var(--radius-panel);display:grid;place-items:center;flex:none;font-weight:600;font-size:1.3rem;line-height:1;background:var(--accent-soft);color:var(--accent-ink)}
.mark.app{background:var(--no);color:var(--paper)}
.pair svg{width:22px;height:22px;color:var(--soft)}
h1{font-size:1.6rem;line-height:1.35;font-weight:600;overflow-wrap:anywhere}
.small h1{font-size:1.5rem}
h2,legend{font-size:.875rem;font-weight:600;color:var(--soft)}
h2{margin-bottom:10px}
.lead{color:var(--soft);margin-top:8px;overflow-wrap:anywhere}
.anchor{margin-top:20px;padding:14px 16px;border:1px solid transparent;border-radius:var(--radius-panel);background:var(--accent-soft)}
.anchor.warn{border-color:var(--warn-line);background:var(--warn-soft)}
.label,.hint,dt,dd .more,dd a,.ask,.clinic .more{font-size:.875rem}
.label,.hint,dt,dd .more,.ask,.clinic .more{color:var(--soft)}
.anchor .label,.anchor .hint{color:var(--accent-ink)}
.anchor.warn,.anchor.warn .label,.anchor.warn .hint,.anchor.warn svg{color:var(--warn-ink)}
.host{display:flex;align-items:flex-start;gap:8px;font-size:1.2rem;font-weight:600;overflow-wrap:anywhere;line-height:1.45}
.host svg{width:18px;height:18px;flex:none;margin-top:.25em;color:var(--accent)}
.host bdi{min-width:0}
.tag{display:inline-flex;align-items:center;padding:1px 9px;border-radius:99px;font-size:.8125rem;line-height:1.7;background:var(--fill);color:var(--on-fill);white-space:nowrap}
.tag.warn{background:var(--warn-soft);color:var(--warn-ink);border:1px solid var(--warn-line)}
.tag.quiet{background:var(--ground);color:var(--soft)}
.anchor .tag{margin-top:8px}
.hint{margin-top:8px}
dl{margin-top:20px;display:grid;gap:14px}
dd{margin:0;font-weight:600;overflow-wrap:anywhere}
dd .more{display:block}
dd .more,dd a,dd .tag{font-weight:400}
.what{padding:24px;border-top:1px solid var(--line)}
fieldset{border:0;padding:0;min-width:0}
legend{padding:0;margin-bottom:6px}
.row{display:flex;gap:14px;align-items:flex-start;padding:12px 0;cursor:pointer}
.row+.row{border-top:1px solid var(--line)}
.row.fixed{cursor:default}
.row input,.row .tick{flex:none;width:22px;height:22px;margin:.1em 0 0;accent-color:var(--fill)}
.row .tick{color:var(--accent)}
.row .text{min-width:0;display:block}
.row .say{display:block;font-weight:600}
.row .ask{display:block;margin-top:2px}
.ask .tag{margin-inline-end:6px}
q{quotes:"“" "”"}
:lang(ar) q{quotes:"«" "»"}
.row.sensitive{margin-top:8px;padding:12px 16px;border:1px solid var(--warn-line);border-radius:var(--radius-panel);background:var(--warn-soft);color:var(--warn-ink)}
.sensitive .ask{color:inherit}
.facts{margin-top:20px;padding-top:20px;border-top:1px solid var(--line)}
.facts.wide{display:none}
ul{list-style:none;padding:0;display:grid;gap:8px}
li{display:flex;gap:10px;font-size:.9375rem;align-items:flex-start;overflow-wrap:anywhere}
li svg{width:18px;height:18px;flex:none;margin-top:.2em;color:var(--soft)}
li span{min-width:0}
.actions{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-top:24px}
button,.button{display:flex;align-items:center;justify-content:center;min-height:48px;padding:10px 16px;border:0;border-radius:var(--radius);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;background:var(--fill);color:var(--on-fill)}
.button span{min-width:0;overflow-wrap:anywhere}
button.no{background:var(--no);color:var(--paper)}
button:hover,.button:hover{filter:brightness(1.1)}
button:active,.button:active{transform:translateY(1px)}
.arm button{animation:arm .6s}
@keyframes arm{from,99%{pointer-events:none}}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:var(--radius)}
.clinics{margin-top:20px;display:grid;gap:12px}
.clinic{display:flex;gap:14px;align-items:center;padding:14px;border:1px solid var(--edge);border-radius:var(--radius-panel);cursor:pointer}
.clinic:has(:checked){border-color:var(--accent);background:var(--accent-soft);box-shadow:inset 0 0 0 1px var(--accent)}
.clinic:has(:checked) .mark{background:var(--paper)}
.clinic input{width:20px;height:20px;margin:0;accent-color:var(--fill);flex:none}
.clinic b{display:block;font-weight:600;overflow-wrap:anywhere}
.clinic .text{flex:1;min-width:0}
.clinic .more{display:block}
.sign{width:48px;height:48px;border-radius:var(--radius-panel);display:grid;place-items:center;background:var(--accent-soft);color:var(--accent-ink);margin-bottom:18px}
.sign.warn{background:var(--warn-soft);color:var(--warn-ink)}
.sign svg{width:24px;height:24px}
.small .button{margin-top:24px}
code{display:block;font:.875rem/1.5 var(--monospace);overflow-wrap:anywhere;direction:ltr;unicode-bidi:isolate;text-align:start}
@media (max-width:360px){.actions{grid-template-columns:1fr}}
@media (min-width:860px){
body{padding:24px 32px 48px}
.card{max-width:1000px}
.card.small{margin-top:clamp(0px,6vh,72px)}
.split{display:grid;grid-template-columns:minmax(300px,5fr) 7fr}
.who{padding:40px 36px}
.what{padding:40px 36px 36px;border-top:0;border-inline-start:1px solid var(--line)}
.facts.wide{display:block}
.facts.narrow{display:none}
}
@media (prefers-reduced-motion:reduce){button:active,.button:active{transform:none}}
`
