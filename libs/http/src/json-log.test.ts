import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { jsonLog, MAY_WAIT } from './json-log.ts'
import { createLogger } from './logger.ts'

describe('lines of the log', () => {
  const opened = () => {
    const folder = mkdtempSync(join(tmpdir(), 'pathlight-log-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'log')
    const said = () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).msg)
    return { logger: createLogger('info', jsonLog(file)), said }
  }

  it('that may wait are written together, with the next one that may not', () => {
    const { logger, said } = opened()
    const request = logger.child({ reqId: '1' })
    request.info({ status: 200, [MAY_WAIT]: true }, 'first')
    request.info({ status: 200, [MAY_WAIT]: true }, 'second')
    expect(said()).toEqual([])
    logger.info('third')
    expect(said()).toEqual(['first', 'second', 'third'])
    logger.warn({ err: new Error('x') }, 'fourth')
    expect(said()).toHaveLength(4)
  })

  it('that may wait are written within a moment, and when they are many', async () => {
    const { logger, said } = opened()
    logger.info({ [MAY_WAIT]: true }, 'first')
    await eventually(() => expect(said()).toEqual(['first']))
    for (let n = 0; n < 300; n++) logger.info({ [MAY_WAIT]: true }, 'many')
    expect(said().length).toBeGreaterThan(100)
  })
})
