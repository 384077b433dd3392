/** The page that stands at `/` when no cockpit was built: plain HTML, no script, no style of its own. */

export function statusPage(facts: { readonly version: string; readonly ready: boolean }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Drover</title>
</head>
<body>
<h1>Drover ${facts.version.replace(/[^\w.+-]/g, '')}</h1>
<p>The daemon is ${facts.ready ? 'ready' : 'still starting'}. This build has no cockpit.</p>
<p>From a terminal: <code>drover status</code>, <code>drover session ls</code>, <code>drover session attach ID</code>.</p>
<p>To get the cockpit in a checkout: <code>npm run build</code>, then <code>drover restart</code> and <code>drover link</code>.</p>
</body>
</html>
`
}
