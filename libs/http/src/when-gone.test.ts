import { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { whenGone } from './when-gone.ts'

it('tells all who want to know that an answer is over, in their order and once, by one listener', () => {
  const answer = new ServerResponse({ method: 'GET' } as never)
  const told: number[] = []
  for (let n = 0; n < 20; n++) whenGone(answer, () => told.push(n))
  expect(answer.listenerCount('close')).toBe(1)
  expect(told).toEqual([])
  answer.emit('close')
  answer.emit('close')
  expect(told).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

it('tells at once of an answer that is over already', () => {
  const answer = new ServerResponse({ method: 'GET' } as never)
  Object.assign(answer, { _closed: true })
  const told: string[] = []
  whenGone(answer, () => told.push('over'))
  expect(told).toEqual(['over'])
})
