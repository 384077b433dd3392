/** `drover config show | check`. */
import type { Run } from '../command.ts'
export const show: Run = async () => 0
export const check: Run = async () => 0
