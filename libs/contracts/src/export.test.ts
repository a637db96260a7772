import { expect, it } from 'vitest'
import { z } from 'zod'
import { exportFile, exportQuery } from './export.ts'

it('is written down as a JSON schema (npm test -- export.test.ts -u writes it anew)', async () => {
  const schema = z.toJSONSchema(exportFile, { io: 'input', unrepresentable: 'any' })
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../../docs/export-format.schema.json')
})

it.each([
  ['Asia/Seoul', 'Asia/Seoul'],
  ['Etc/Unknown', 'UTC'],
  ['Mars', 'UTC'],
  [undefined, 'UTC'],
])('has the days of the time zone %s in %s', (asked, zone) => {
  expect(exportQuery.parse({ time_zone: asked }).time_zone).toBe(zone)
})
