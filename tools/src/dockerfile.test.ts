import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const instructions = read('Dockerfile')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', value: line.slice(line.indexOf(' ') + 1) }))
const all = (name: string) => instructions.filter((instruction) => instruction.name === name)
/** The value of the last such instruction. It is in the Dockerfile's last stage, which becomes the image. */
const one = (name: string) => all(name).at(-1)?.value ?? ''

// These tests run without Docker, so they find only faults that show without a build.
describe('Dockerfile', () => {
  it('runs on the Node that everything runs on', () => {
    const pinned = new Set(
      Object.values(
        (JSON.parse(read('tools/node/package.json')) as { optionalDependencies: object }).optionalDependencies,
      ),
    )
    const versions = all('FROM').flatMap(({ value }) => /^node:([\d.]+)-/.exec(value)?.[1] ?? [])
    expect(versions.length).toBeGreaterThan(1)
    expect(new Set(versions)).toEqual(pinned)
  })

  it('installs before it copies the sources, which change more often', () => {
    const order = instructions.map(({ name, value }) => `${name} ${value}`)
    const built = order.findIndex((line) => line.startsWith('FROM installed'))
    expect(order.findIndex((line) => line.startsWith('RUN npm ci'))).toBeLessThan(built)
    expect(
      order.slice(
        order.findIndex((line) => / AS installed$/.test(line)),
        built,
      ),
    ).not.toContain('COPY . .')
    for (const path of ['package-lock.json', '.npmrc']) expect(existsSync(join(root, path))).toBe(true)
  })

  it('takes into the image what programs need while they run, and not what the web app is built of', () => {
    const npm = all('RUN').filter(({ value }) => value.startsWith('npm ci'))
    const named = [...(npm.at(-1)?.value.matchAll(/-w @pathlight\/(\w+)/g) ?? [])].map(([, name]) => name)
    const programs = readdirSync(join(root, 'services'))
    expect(named.toSorted()).toEqual(['standalone', ...programs].toSorted())
    // The last stage copies from the stage `running`, and not from the stage that built the web app.
    const last = read('Dockerfile').slice(read('Dockerfile').lastIndexOf('\nFROM '))
    expect(last).toContain('COPY --from=running /pathlight .')
    expect(last).not.toContain('--from=installed')
    // The image omits some builds of the package bible-passage-reference-parser. So the program may import only the
    // package's build `esm`.
    const parser = read('libs/scripture/src/reference-parser.ts')
    for (const [, form] of parser.matchAll(/'bible-passage-reference-parser\/(\w+)/g)) expect(form).toBe('esm')
  })

  it('says what it is, of which version, and has a first process that passes signals on', () => {
    const { version, license } = JSON.parse(read('package.json')) as { version: string; license: string }
    expect(one('LABEL')).toContain(`org.opencontainers.image.version="${version}"`)
    expect(one('LABEL')).toContain(`org.opencontainers.image.licenses="${license}"`)
    expect(one('ENTRYPOINT')).toBe('["tini", "--"]')
  })

  it('runs programs that are there, and starts what npm start starts', () => {
    const command = JSON.parse(one('CMD')) as string[]
    const main = command.at(-1) ?? ''
    expect(read('tools/src/ensure-installed.mjs')).toMatch(new RegExp(`start: \\[.*, \\['${main}'\\]\\],`))
    // The program starts with the same options in the image, in tests and in the bench.
    const options = command.filter((word) => word.startsWith('--'))
    for (const file of ['tools/src/ensure-installed.mjs', 'libs/testing/src/app-process.ts', 'tools/src/bench/app.ts'])
      for (const option of options) expect(read(file), file).toContain(`'${option}'`)
    const programs = all('RUN').flatMap(({ value }) => value.match(/(?<![.*])\b[\w/-]+\.ts\b/g) ?? [])
    expect(programs).toEqual(['tools/src/build-web.ts'])
    for (const file of [main, ...programs]) expect(existsSync(join(root, file))).toBe(true)
  })

  it('has the programs of the operator’s commands, as the operations name them', () => {
    const folders = all('COPY').flatMap(({ value }) => /--from=built \/pathlight\/(\S+)/.exec(value)?.[1] ?? [])
    const npm = read('tools/src/ensure-installed.mjs')
    const named = [...read('docs/operations.md').matchAll(/^\| `([a-z]+)` +\| `(\S+\.ts)` +\|$/gm)]
    expect(named.map(([, command]) => command)).toEqual(['admin', 'archive', 'audit', 'bible', 'keys', 'projections'])
    for (const [, command, program = ''] of named) {
      expect(npm).toContain(`  ${command}: [['${program}']],`)
      expect(
        folders.some((folder) => program.startsWith(`${folder}/`)),
        program,
      ).toBe(true)
      expect(read('docs/operations.md')).toContain(
        `docker compose exec worker node --disable-warning=ExperimentalWarning ${program} `,
      )
    }
  })

  it('does not run as root, and keeps what the app writes on a volume', () => {
    expect(one('USER')).toBe('node')
    expect(one('ENV')).toContain(`DATA_DIR=${one('VOLUME')}`)
    expect(one('ENV')).toContain('HOST=0.0.0.0')
    expect(one('ENV')).toContain(`PORT=${one('EXPOSE')}`)
    expect(one('HEALTHCHECK')).toContain('/livez')
  })

  it('is built from the sources, without a person’s data, keys or settings', () => {
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['**/node_modules', '**/dist', '**/.data', '.git', '.env']),
    )
  })

  it('holds no tests', () => {
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['**/*.test.ts', '**/*.test.tsx', '**/*.contract.ts', '**/test', 'e2e/src']),
    )
  })
})
