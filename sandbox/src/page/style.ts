/** The sandbox's own look, unlike any shop's: slate and one blue, system fonts, no external files. */
export const STYLE = `
:root{--ink:#1d2733;--muted:#566475;--line:#dde3ea;--edge:#8491a0;--ground:#f4f6f9;--surface:#fff;
--blue:#1f4fbf;--blue-deep:#173f9c;--tint:#edf2fd;--bad:#b3261e;--bad-tint:#fdf0ee;--note:#6b4700;--note-tint:#fff5dd}
*,::before,::after{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%}
body{font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;color:var(--ink);
background:var(--ground);font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased;min-height:100vh;overflow-wrap:anywhere}
ul,ol{list-style:none;padding:0}fieldset{border:0;padding:0;min-width:0}
h1{font-size:1.5rem;line-height:1.2;font-weight:600;letter-spacing:-.018em;text-wrap:balance}
h2{font-size:1.0625rem;line-height:1.4;font-weight:600}
p{text-wrap:pretty}a{color:var(--blue);text-underline-offset:3px}
button,input,select{font:inherit;color:inherit}
:focus-visible{outline:2px solid var(--blue);outline-offset:2px;border-radius:6px}
.top{background:var(--surface);border-bottom:1px solid var(--line)}
.top>div{max-width:72rem;margin:auto;padding:6px 20px;min-height:56px;display:flex;align-items:center;gap:4px 20px;flex-wrap:wrap}
.top strong{font-weight:600;display:flex;align-items:center;gap:8px}
.top strong::before{content:"";width:14px;height:14px;border-radius:4px;border:2px dashed var(--blue)}
.top nav{display:flex;gap:4px 16px;margin-left:auto;flex-wrap:wrap}
.top nav a{color:var(--muted);text-decoration:none;min-height:44px;display:inline-flex;align-items:center}
.top nav a:hover{color:var(--ink);text-decoration:underline}
.top nav a[aria-current]{color:var(--blue);font-weight:600}
main{max-width:72rem;margin:auto;padding:32px 20px 64px}
main.narrow{max-width:31rem}
.panel{background:var(--surface);border-radius:16px;padding:24px;
box-shadow:0 1px 2px rgb(29 39 51/.08),0 12px 32px -16px rgb(29 39 51/.22),0 0 0 1px rgb(29 39 51/.06)}
.stack>*+*{margin-top:16px}.stack-l>*+*{margin-top:24px}
.muted{color:var(--muted)}.small{font-size:.875rem;line-height:1.45}
.note{background:var(--note-tint);color:var(--note);border-radius:10px;padding:12px 16px;font-size:.9375rem;line-height:1.45}
.problem{background:var(--bad-tint);color:var(--bad);border-radius:10px;padding:12px 16px}
.due{display:flex;justify-content:space-between;align-items:baseline;gap:16px;flex-wrap:wrap}
.amount{font-size:2rem;line-height:1.15;font-weight:600;letter-spacing:-.02em}
.facts{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;font-size:.9375rem}
.facts dt{color:var(--muted)}.facts dd{margin:0}.narrow .facts dd{text-align:right}
.field label,.field legend,.legend{display:block;font-weight:500;font-size:.9375rem;margin-bottom:6px;padding:0}
.field input[type=text],.field select{width:100%;height:48px;border:1px solid var(--edge);border-radius:10px;padding:0 14px;background:#fff}
.field input[type=text][aria-invalid=true],.field select[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.field .error{color:var(--bad);font-size:.9375rem;margin-top:6px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
.field .check{font-weight:400;margin:0;display:flex;gap:12px;align-items:flex-start}.check input{width:20px;height:20px;margin:2px 0 0;accent-color:var(--blue);flex:none}
.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:54px;border-radius:10px;border:1px solid transparent;
font-weight:600;cursor:pointer;padding:8px 20px;text-decoration:none;text-align:center}
.button.main{background:var(--blue);color:#fff}.button.main:hover{background:var(--blue-deep)}
.button.plain{background:#fff;border-color:var(--edge);color:var(--ink);min-height:48px}.button.plain:hover{background:var(--ground)}
.button.compact{width:auto;min-height:44px;display:inline-flex;font-weight:500}
.button[disabled]{opacity:.65;cursor:default}
.fills{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.fills button{width:100%;height:100%;min-height:56px;border:1px solid var(--line);border-radius:10px;background:#fff;padding:8px 12px;text-align:left;cursor:pointer;line-height:1.3}
.fills button:hover{background:var(--tint);border-color:var(--blue)}
.fills b{display:block;font-weight:500}.fills span{font-size:.8125rem;color:var(--muted)}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:16px}
.panels .panel{display:flex;flex-direction:column;gap:8px}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.find{display:flex;gap:8px;flex-wrap:wrap;align-items:end}.find .field{flex:0 1 24rem}.find .button{min-height:48px}
.inbox{display:grid;gap:16px;grid-template-columns:minmax(0,1fr)}
@media(min-width:60rem){.inbox{grid-template-columns:minmax(0,23rem) minmax(0,1fr);align-items:start}}
.list{max-height:70vh;overflow:auto;padding:0}
.list a{display:block;padding:12px 16px;color:inherit;text-decoration:none;border-bottom:1px solid var(--line)}
.list li:last-child a{border-bottom:0}.list a:hover{background:var(--ground)}.list a[aria-current]{background:var(--tint)}
.list a:focus-visible{outline-offset:-2px}
.list b{display:block;font-weight:600}
.list span{display:block;font-size:.875rem;color:var(--muted);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.empty{padding:32px 20px}
.letter iframe{width:100%;height:60vh;border:1px solid var(--line);border-radius:10px;background:#fff}
@media(max-width:59.99rem){.reading .list,.inbox:not(.reading) .letter{display:none}}
@media(min-width:60rem){.back{display:none}.back+*{margin-top:0}}
pre{white-space:pre-wrap;font:inherit}
@media(max-width:30rem){.top nav{margin-left:0;width:100%}main{padding-top:20px}.panel{padding:20px 16px}.fills{grid-template-columns:1fr}.list{padding:0}}
`
