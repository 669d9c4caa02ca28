/** The one style sheet of the pages, sent within them, so that a page needs nothing from anywhere. */
export const STYLE = `
:root{--ink:#15211c;--soft:#56665f;--paper:#fff;--ground:#edf2ef;--line:#d9e3de;--main:#0f6a4b;--main-ink:#fff;--tint:#e8f3ee;--no:#3c4a52;--no-ink:#fff;--note:#fff3d1;--note-ink:#5c4400;--note-line:#f0dca0}
@media (prefers-color-scheme:dark){:root{--ink:#ecf3ef;--soft:#a0b1a9;--paper:#17211d;--ground:#0d1411;--line:#2b3833;--main:#3fbb8b;--main-ink:#05140d;--tint:#1c2c25;--no:#c6d2cc;--no-ink:#101715;--note:#352b0e;--note-ink:#ffe3a0;--note-line:#564718}}
*{box-sizing:border-box;margin:0}
html{background:var(--ground);color:var(--ink);font:16px/1.5 "SF Pro Text","Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic","Geeza Pro",Tahoma,system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:16px}
.top{width:100%;max-width:1000px;display:flex;align-items:center;justify-content:space-between;gap:12px;padding:0 4px 14px;color:var(--soft);font-size:14px}
.brand{display:flex;align-items:center;gap:8px;font-weight:600}
.brand svg{width:22px;height:22px;flex:none}
a{color:var(--main);text-underline-offset:3px}
.card{width:100%;background:var(--paper);border:1px solid var(--line);border-radius:22px;box-shadow:0 1px 2px rgb(8 30 20/4%),0 16px 48px rgb(8 30 20/9%);overflow:hidden}
.card.small{max-width:480px;padding:32px 24px}
.who{padding:28px 24px 24px}
.pair{display:flex;align-items:center;gap:10px;margin-bottom:20px}
.mark{width:52px;height:52px;border-radius:16px;display:grid;place-items:center;flex:none;font-weight:700;font-size:22px;background:var(--main);color:var(--main-ink)}
.mark.app{background:var(--no);color:var(--no-ink)}
.pair svg{width:22px;height:22px;color:var(--soft)}
h1{font-size:25px;line-height:1.25;font-weight:700;letter-spacing:-.01em;overflow-wrap:anywhere}
:lang(ar) h1{letter-spacing:0;line-height:1.4}
h2{font-size:13px;line-height:1.4;font-weight:650;color:var(--soft);margin-bottom:10px}
.lead{color:var(--soft);margin-top:10px;overflow-wrap:anywhere}
.anchor{margin-top:20px;padding:14px 16px;border-radius:14px;background:var(--tint)}
.anchor .label{color:var(--soft);font-size:14px}
.host{display:flex;align-items:flex-start;gap:8px;font-size:19px;font-weight:700;overflow-wrap:anywhere;line-height:1.35}
.host svg{width:18px;height:18px;flex:none;margin-top:4px;color:var(--main)}
.host bdi{min-width:0}
.badge{display:inline-block;margin-top:8px;padding:2px 10px;border-radius:99px;font-size:13px;font-weight:600;background:var(--main);color:var(--main-ink)}
.badge.warn{background:var(--note);color:var(--note-ink);border:1px solid var(--note-line)}
.hint{color:var(--soft);font-size:13px;margin-top:8px}
.note{margin-top:14px;padding:12px 14px;border-radius:14px;border:1px solid var(--note-line);background:var(--note);color:var(--note-ink);font-size:14px}
dl{margin-top:20px;display:grid;gap:14px}
dt{color:var(--soft);font-size:13px}
dd{margin:0;font-weight:600;overflow-wrap:anywhere}
dd .more{display:block;font-weight:400;font-size:14px;color:var(--soft)}
dd a{font-weight:400;font-size:14px}
.what{padding:24px;border-top:1px solid var(--line)}
fieldset{border:0;padding:0;min-width:0}
legend{padding:0;font-size:13px;font-weight:650;color:var(--soft);margin-bottom:6px}
.row{display:flex;gap:14px;align-items:flex-start;padding:12px 0;cursor:pointer}
.row+.row{border-top:1px solid var(--line)}
.row.fixed{cursor:default}
.row input,.row .tick{flex:none;width:22px;height:22px;margin:1px 0 0;accent-color:var(--main)}
.row .tick{color:var(--main)}
.row .text{min-width:0;display:block}
.row .say{display:block;font-weight:550}
.row .ask{display:block;color:var(--soft);font-size:14px;margin-top:2px}
.row.sensitive{margin-top:8px;padding:12px 14px;border:1px solid var(--note-line);border-radius:14px;background:var(--note);color:var(--note-ink)}
.row.sensitive .ask{color:inherit}
.tag{font-size:12px;font-weight:650;border:1px solid var(--line);color:var(--soft);padding:1px 8px;border-radius:99px;white-space:nowrap;margin-inline-end:4px}
.sensitive .tag{border-color:currentcolor;color:inherit}
.facts{margin-top:20px;padding-top:20px;border-top:1px solid var(--line)}
.facts.wide{display:none}
ul{list-style:none;padding:0;display:grid;gap:8px}
li{display:flex;gap:10px;font-size:14.5px;align-items:flex-start;overflow-wrap:anywhere}
li svg{width:18px;height:18px;flex:none;margin-top:2px;color:var(--soft)}
li span{min-width:0}
.actions{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-top:24px}
button,.button{display:flex;align-items:center;justify-content:center;min-height:52px;padding:10px 16px;border:0;border-radius:14px;font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer;background:var(--main);color:var(--main-ink)}
button.no{background:var(--no);color:var(--no-ink)}
button:hover,.button:hover{filter:brightness(1.1)}
button:active,.button:active{transform:translateY(1px)}
.arm button{animation:arm .6s}
@keyframes arm{from,99%{pointer-events:none}}
:focus-visible{outline:3px solid var(--main);outline-offset:3px;border-radius:6px}
button:focus-visible,.button:focus-visible{border-radius:14px}
.clinics{margin-top:20px;display:grid;gap:10px}
.clinic{display:flex;gap:14px;align-items:center;padding:14px;border:1px solid var(--line);border-radius:16px;cursor:pointer}
.clinic:has(:checked){border-color:var(--main);background:var(--tint);box-shadow:inset 0 0 0 1px var(--main)}
.clinic input{width:20px;height:20px;margin:0;accent-color:var(--main);flex:none}
.clinic b{display:block;font-weight:650;overflow-wrap:anywhere}
.clinic .text{flex:1;min-width:0}
.clinic .more{display:block;color:var(--soft);font-size:14px}
.sign{width:52px;height:52px;border-radius:16px;display:grid;place-items:center;background:var(--tint);color:var(--main);margin-bottom:18px}
.sign.warn{background:var(--note);color:var(--note-ink)}
.sign svg{width:26px;height:26px}
.small .button{margin-top:24px}
code{font:14px/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;direction:ltr;unicode-bidi:isolate}
@media (max-width:360px){.actions{grid-template-columns:1fr}}
@media (min-width:860px){
body{padding:24px 32px 48px}
.top{padding-bottom:20px}
.card{max-width:1000px}
.card.small{margin-top:6vh;padding:44px 40px}
.split{display:grid;grid-template-columns:minmax(300px,5fr) 7fr}
.who{padding:40px 36px;background:linear-gradient(var(--tint),var(--paper) 60%)}
.who .anchor{background:var(--paper);border:1px solid var(--line)}
.what{padding:40px 36px 36px;border-top:0;border-inline-start:1px solid var(--line)}
h1{font-size:30px}
.facts.wide{display:block}
.facts.narrow{display:none}
}
@media (prefers-reduced-motion:reduce){button:active,.button:active{transform:none}}
`
