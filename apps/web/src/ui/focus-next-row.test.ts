// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { focusNextRow } from './focus-next-row.ts'

const row = (name: string) =>
  `<li><a href="/${name}">${name}</a><button id="h${name}"></button><button id="${name}"></button></li>`
const button = (id: string) => document.querySelector(`#${id}`) as HTMLButtonElement
const focused = () => document.activeElement?.id

it('gives the focus of a row that goes to the row after it, to the one before, or to what is around', () => {
  document.body.innerHTML = `<main id="content" tabindex="-1"><ul>${row('a')}${row('b')}</ul><button id="other"></button></main>`
  const remove = (id: string) => {
    button(id).focus()
    focusNextRow(button(id))
    button(id).closest('li')?.remove()
  }
  button('other').focus()
  focusNextRow(button('a'))
  expect(focused()).toBe('other')
  remove('a')
  expect(focused()).toBe('b')
  document.querySelector('ul')?.insertAdjacentHTML('afterbegin', row('c'))
  remove('b')
  expect(focused()).toBe('c')
  remove('c')
  expect(focused()).toBe('content')
})
