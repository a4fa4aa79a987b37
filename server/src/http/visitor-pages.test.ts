// The page's policy allows no style attributes.
import { expect, test } from 'vitest'
import { withoutStyles } from './visitor-pages.ts'

test('styles of elements become a stylesheet, and text that looks like one stays', () => {
  const html =
    '<i style="--ground:#123;background:url(&quot;/a.png?b=1&amp;c=2&quot;)">a style=&quot;b&quot;</i><b style="transform:none"></b>'
  expect(withoutStyles(html)).toEqual({
    html: '<i data-style="0">a style=&quot;b&quot;</i><b data-style="1"></b>',
    css: '[data-style="0"]{--ground:#123;background:url("/a.png?b=1&c=2")}\n[data-style="1"]{transform:none}',
  })
})
