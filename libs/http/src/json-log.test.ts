import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

  it('go nowhere where their reader is gone, and keep no program from its work', async () => {
    const modules = ['json-log.ts', 'logger.ts'].map((name) => JSON.stringify(join(import.meta.dirname, name)))
    const program = `
      const [{ jsonLog, MAY_WAIT }, { createLogger }] = await Promise.all([${modules.map((name) => `import(${name})`)}])
      const logger = createLogger('info', jsonLog())
      process.once('message', () => {
        logger.warn('at once')
        logger.info({ [MAY_WAIT]: true }, 'later')
        setTimeout(() => process.exit(7), 300)
      })
      process.send('ready')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    child.stdout?.destroy()
    child.send('go on')
    expect((await once(child, 'exit'))[0]).toBe(7)
  })
})
