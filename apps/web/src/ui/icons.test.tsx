import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import * as icons from './icons.ts'
import type { LucideIcon } from './lucide-icon.ts'

const PROPS = [
  {},
  { size: 16, strokeWidth: 1.8, className: 'flex-none text-accent', 'aria-hidden': true },
  { size: '1em', 'aria-label': 'Remove', fill: 'currentColor' },
]

it.each(Object.entries(icons))('%s is drawn as lucide-react draws it', (name, icon) => {
  const original = (lucide as unknown as Readonly<Record<string, LucideIcon>>)[name]
  /**
   * An icon's markup with only its first class and with sorted attributes, so that Pathlight's icon and lucide-react's
   * compare equal.
   */
  const drawn = (one: LucideIcon | undefined, props: object) =>
    one &&
    renderToStaticMarkup(createElement(one, props)).replace(/<svg ([^>]*)>/, (_, attributes: string) =>
      [...attributes.matchAll(/[\w-]+="[^"]*"/g)]
        .map(([attribute]) => attribute.replace(/^class="lucide (lucide-[\w-]+)(?: lucide-[\w-]+)*/, 'class="$1'))
        .sort()
        .join(' '),
    )
  for (const props of PROPS) expect(drawn(icon, props)).toBe(drawn(original, props))
})
