import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createLogger } from '@pathlight/http/logger.ts'
import { WrongMasterKey } from '@pathlight/identity/master-key.ts'
import { BadConfig, type Config, readConfig } from '@pathlight/runtime/config.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { createLifecycle } from '@pathlight/runtime/lifecycle.ts'
import { openStoresBeside } from '@pathlight/runtime/stores.ts'

/** Exit codes. FAILED: the command was refused or failed. MISUSED: its arguments are invalid. */
export const DONE = 0
export const FAILED = 1
const MISUSED = 2

/**
 * The context of an operator's command. `appRuns`: whether the app is running; null: unknown. `signal` aborts when the
 * command should stop.
 */
export type CommandContext = {
  readonly stores: Stores
  readonly config: Config
  readonly appRuns: boolean | null
  readonly signal: AbortSignal
}
/** A command on stores. Answers the exit code. */
export type StoreCommand = (context: CommandContext) => Promise<number>

export const say = (line: string): void => console.log(line)
/** Prints the reason for a failure. Answers the exit code. */
export const fail = (line: string): number => {
  console.error(line)
  return FAILED
}

/**
 * `mayBeNew`: the command may also run on an installation that was never started. `takeKeyWhereEmpty`: stores without
 * accounts accept the present master key, whichever key they were made with.
 */
type StoreChoices = { readonly mayBeNew?: boolean; readonly takeKeyWhereEmpty?: boolean }

const run = async (
  help: string,
  commandOf: (args: readonly string[]) => (() => Promise<number>) | null,
  args: readonly string[],
): Promise<number> => {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    say(help)
    return DONE
  }
  const command = commandOf(args)
  if (command === null) {
    console.error(help)
    return MISUSED
  }
  return command()
}

/** Opens the configured stores, runs the command on them, and closes them. Answers the exit code. */
export const onStores = async (
  command: StoreCommand,
  { mayBeNew = false, takeKeyWhereEmpty = false }: StoreChoices = {},
): Promise<number> => {
  const config = readConfig(process.env)
  const dataDir = resolve(config.DATA_DIR)
  if (!mayBeNew && config.stores.profile === 'embedded' && !existsSync(join(dataDir, 'postgres')))
    return fail(`There is no Pathlight in ${dataDir} yet: start it once, or name its folder by DATA_DIR.`)
  const lifecycle = createLifecycle(console.error)
  for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(name, () => void lifecycle.stop())
  try {
    const logger = createLogger('silent')
    const opened = await openStoresBeside(config, { dataDir, say: console.error, logger, lifecycle, takeKeyWhereEmpty })
    return await command({ ...opened, config, signal: lifecycle.signal })
  } finally {
    await lifecycle.stop()
  }
}

/**
 * Runs an operator's command, and ends the process with its exit code. `commandOf`: the command for the arguments;
 * null: the help is printed.
 */
export const runCommand = async (
  help: string,
  commandOf: (args: readonly string[]) => (() => Promise<number>) | null,
): Promise<never> => {
  try {
    process.exit(await run(help, commandOf, process.argv.slice(2)))
  } catch (error) {
    const inWords =
      error instanceof Error && (error instanceof BadConfig || error instanceof WrongMasterKey || 'code' in error)
    console.error(inWords ? error.message : error)
    process.exit(FAILED)
  }
}

/**
 * Runs an operator's command on the stores, whether or not the app is running, and ends the process with its exit code.
 * `commandOf`: the command for the arguments; null: the help is printed.
 */
export const runStoreCommand = async (
  help: string,
  commandOf: (args: readonly string[]) => StoreCommand | null,
): Promise<never> =>
  runCommand(help, (args) => {
    const command = commandOf(args)
    return command && (() => onStores(command))
  })
