/** An error page for requests without a known app. Its text never contains input. */
export function deadEndPage(text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in</title>
<h1>We could not sign you in</h1>
<p>${text}</p>
<p><a href="/">Back to the site</a></p>
</html>
`
}
