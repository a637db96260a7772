import { expect, it } from 'vitest'
import { z } from 'zod'
import { exportFile } from './export.ts'

it('is written down as a JSON schema (npm test -- export.test.ts -u writes it anew)', async () => {
  const schema = z.toJSONSchema(exportFile, { io: 'input', unrepresentable: 'any' })
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../../docs/export-format.schema.json')
})
