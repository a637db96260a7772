// @vitest-environment jsdom
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { showInApp } from '../../../testing/in-app.tsx'
import { until } from '../../../testing/until.ts'
import { useArrival } from './use-arrival.ts'

const column = { id: 'c1', version: 'WEB', book: 'John', chapter: 3 }

const Text = () => {
  const section = useRef<HTMLElement>(null)
  useArrival({ section, column, shown: true, verse: 5, leads: true })
  return (
    <section ref={section}>
      {[3, 4].map((verse) => (
        <span key={verse} className="verse" data-verse={verse}>
          <sup className="verse-number" data-verse={verse} />
        </span>
      ))}
    </section>
  )
}

it('brings the bridge that has the verse of a link into view', async () => {
  const shown: (string | undefined)[] = []
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 5_000, 300, 40)
  HTMLElement.prototype.scrollIntoView = function () {
    shown.push(this.dataset.verse)
  }
  showInApp([
    { path: '/', element: <p>Before</p> },
    { path: '/bible/WEB/John/3', element: <Text /> },
  ]).router.navigate('/bible/WEB/John/3#v5')
  await until(() => expect(shown).not.toEqual([]))
  expect(new Set(shown)).toEqual(new Set(['4']))
})
