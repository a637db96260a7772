import { config } from 'zod'

// The content security policy forbids code made from strings, which zod would otherwise try as soon as a shape is made:
// so this is imported before any shape.
config({ jitless: true })
