/** Pull requests by the forge's own name for them, where their branch is, and their review threads. */
export const reviewThreads = `
ALTER TABLE pull_request ADD COLUMN nodeId TEXT;
ALTER TABLE pull_request ADD COLUMN author TEXT;
ALTER TABLE pull_request ADD COLUMN headRepo TEXT;
ALTER TABLE pull_request ADD COLUMN threads TEXT NOT NULL DEFAULT 'null';
CREATE INDEX pull_request_node ON pull_request (nodeId) WHERE nodeId IS NOT NULL;
CREATE INDEX pull_request_branch ON pull_request (host, repo, branch) WHERE state = 'open';
`
