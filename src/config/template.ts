/** What `drover init` writes: every common key of a repository's file, explained and commented out. */

export function initTemplate(): string {
  return `# Drover's configuration for this repository. Every line that starts with "# " before a key is off: the
# values shown are examples or defaults. \`drover config show\` prints what holds and where it comes from.
# Keys marked (trust) run or place something: they are applied after \`drover project trust <id>\`.

# Harness and model of a session that names none, and the branch that sessions start from.
# default_harness = "claude-code"
# default_model = "claude-haiku-4-5"
# base_branch = "main"

# Sessions of this project that may live at once.
# max_sessions = 1000

# (trust) Files of your checkout that each worktree needs although git ignores them.
# link = ["node_modules"]
# copy = [".env"]

# (trust) Proves that the work holds.
# verify = "npm test"
# verify_timeout = "20m"

# Ports reserved for each session: DROVER_PORT_BASE and DROVER_PORT_COUNT.
# ports = 10

# Ends a turn that takes longer; seconds between SIGTERM and SIGKILL; files above this stay out of snapshots.
# turn_timeout = "2h"
# request_timeout = "24h"
# stall_threshold = "15m"
# cancel_grace = 5
# snapshot_max_file = "50MB"

# (trust) How work lands: files whose conflicts keep both sides, how far a merge may go, how often it begins anew,
# how many are verified together, who resolves conflicts.
# [merge]
# union = ["CHANGELOG.md", "*.jsonl"]
# tiers = ["clean", "mechanical", "agent", "human"]
# attempts = 3
# train = 4
# agent = "cc"
# agent_tries = 1

# Relays: agents as alias[:model][@quota], tries of a task, what a try left uncommitted, and (trust) landing at once.
# [relay]
# mix = ["cc@2", "cx"]
# tries = 5
# commit = "leftovers"
# land = false

# Agents by the role of a task; a role may name another route and (trust) what proves its work.
# [routes]
# default = ["cc@2", "cx"]
# planner = ["cc:opus@*", "cx"]
# [role.reviewer]
# route = "planner"
# verify = "npm test"

# What a project may cost a day and in all, in US dollars (trust): a warning at 80 %, then nothing new is launched.
# [budget]
# daily_usd = 20
# total_usd = 500

# Several agents for one goal: how often a report is asked for, how many may be at work, and (trust) what a role may do.
# [coordination]
# reminders = 1
# max_children = 5
# native_subagents = "deny"
# [roles.reviewer]
# agent = "cc:opus"
# permissions = "read-only"

# Short names for models, and agents that share one account.
# [models]
# kimi = "moonshot/kimi-k2"
# [providers]
# work = ["cc", "op:anthropic/*"]

# (trust) Runs in each new worktree before the agent starts; ready must succeed after it.
# [setup]
# run = ["npm ci"]
# ready = "npm run --silent typecheck"
# timeout = "10m"

# (trust) Variables of the sessions.
# [env]
# NODE_ENV = "development"

# (trust) Variables that hold a directory kept between sessions.
# [cache]
# npm_config_cache = "npm"

# Prompts that the cockpit offers.
# [[presets]]
# label = "Fix the tests"
# prompt = "Run the tests and mend what fails."

# (trust) An agent of your own. Without $PROMPT or $PROMPT_FILE the prompt goes to standard input.
# [harness.my-agent]
# command = ["my-agent", "--model", "$MODEL", "--file", "$PROMPT_FILE"]
# output = "text"
`
}
