/** Part of the guard's corpus: work that must not be hindered, and what programs hide. What the lines mean is said in `guard-corpus`. */
import type { CorpusGroup } from './guard-corpus.ts'

export const plainCorpus: readonly CorpusGroup[] = [
  {
    role: 'writer',
    verdict: 'allow',
    about: 'plain work with git on the own branch',
    commands: `
git status
git status --short --branch
git diff
git diff --stat HEAD~1
git log --oneline -20
git log --grep=push
git -C . status
git -C src log -1
git --no-pager diff
git -c color.ui=never status
git -c user.name=a -c user.email=b commit -m x
git -c core.pager=cat log
git add -A
git add src/a.ts && git commit -m "push the button"
git commit -m "$(cat msg.txt)"
git commit -am 'do not git push'
git commit --amend --no-edit
git reset --hard
git reset --hard HEAD~1
git reset HEAD a.txt
git restore src/a.ts
git checkout -- src/a.ts
git checkout HEAD -- .
git checkout HEAD~1 src/a.ts
git checkout .
git checkout mine
git checkout -b experiment
git switch -c experiment
git stash
git stash pop
git merge main
git rebase main
git rebase -i HEAD~3
GIT_SEQUENCE_EDITOR=true git rebase -i HEAD~3
git rebase --continue
git cherry-pick abc1234
git revert HEAD
git fetch
git fetch origin main
git fetch --all --prune
git pull --rebase
git branch
git branch -a -v
git branch --show-current
git branch --list 'feature/*'
git tag
git tag -l 'v*'
git worktree list
git remote -v
git remote get-url origin
git config --get user.name
git config user.email
git config --list
git show HEAD:src/a.ts
git blame src/a.ts
git ls-files | head
git rev-parse --show-toplevel
git grep 'git push'
git clean -fd
git mv src/a.ts src/b.ts
git rm src/a.ts
git clone https://example.com/x.git vendor/x
git submodule update --init
git bisect start
git log --author="$(git config user.name)"
git diff "$(git merge-base main HEAD)"
git log --format='%h' > log.txt
git stash list
git reflog
git symbolic-ref HEAD
git help push
cd /work/other && git status
git -C /work/other log -1
git diff /etc/hosts /etc/hostname
gh pr view 12
gh pr list --limit 5
gh pr diff 12
gh api repos/a/b/pulls
gh run view 5 --log-failed
gh issue list`,
  },
  {
    role: 'writer',
    verdict: 'allow',
    about: 'plain work with files inside the worktree',
    commands: String.raw`
ls -la
cat /etc/hosts
cat ../other/a.txt
grep -rn "git push" .
rg 'rm -rf /' src
echo "git push"
echo 'git push' > notes.md
printf '%s\n' "a > b"
echo hi # git push
echo '$(git push)'
cat <<'EOF'
echo x > a.txt
echo x > /work/tree/a.txt
echo x > ./src/../a.txt
echo x > "$PWD/a.txt"
echo x > "$(pwd)/a.txt"
echo x > "$DROVER_WORKSPACE/a.txt"
echo x > /dev/null 2>&1
ls 2>/dev/null
ls &> /dev/null
cat < a.txt > b.txt
mkdir -p src/new && touch src/new/a.ts
cp src/a.ts src/b.ts
cp /etc/hosts hosts.txt
mv a.txt b.txt
rm -rf dist node_modules/.cache
rm -f src/*.orig
sed -i 's/a/b/' src/a.ts
sed -i.bak -e s/a/b/ src/*.ts
sed -n 1,40p src/a.ts
sed "s/a/$X/" a.txt
find . -name '*.ts' | xargs grep -l foo
find src -name '*.ts' -exec sed -i s/a/b/ {} +
find . -name '*.orig' -delete
for f in src/*.ts; do sed -i s/a/b/ "$f"; done
for f in a b c; do touch "src/$f.ts"; done
touch src/{a,b}.ts
cd src && touch a.ts && cd .. && touch b.ts
cd src; ls
cd src || exit 1; touch ../a
cd src || { echo no; exit 1; }; touch ../a
git checkout HEAD~1
cd /work/tree && touch a
cd "$(git rev-parse --show-toplevel)" && touch a
D=src/gen; mkdir -p $D && touch "$D/a"
tee a.txt < b.txt
echo x | tee -a log.txt
tar czf out.tgz src
tar xf a.tgz
curl -s https://example.com
curl -o page.html https://example.com
ln -s src/a.ts link.ts
chmod +x run.sh
chmod -x run.sh
truncate -s 0 a.log
sort a.txt | uniq -c | sort -rn | head
wc -l $(git ls-files)
sh -c 'ls && echo ok'
bash -lc 'git status'
env X=1 ls
time ls
timeout 10 ls
nohup ls &
command -v git
which git
type git
test -f a && echo yes || echo no
[ -f "$FILE" ] && cat "$FILE"
[[ $X == y* ]]
if [ -d src ]; then ls src; else echo none; fi
while read -r l; do echo "$l"; done < a.txt
f() { echo "$1"; }; f push
alias ll='ls -l'
trap 'rm -f a.tmp' EXIT
export FOO=bar
echo git push | cat
echo git push | grep push
sh <<< 'ls'
echo ls | sh
x=$(git status --short); echo "$x"
kill -9 123
sleep 1
drover mail send @parent --subject x --body 'git push is for you'
jq . package.json > pretty.json
(cd src && ls)
! grep -q x a.txt
date +%s
true
exit 0`,
  },
  {
    role: 'writer',
    verdict: 'unguarded',
    about: 'what a program hides',
    commands: String.raw`
make
make push
npm test
npm run build
npm install
npx vitest run
./script.sh
bash script.sh
sh ./scripts/build.sh --fast
source .venv/bin/activate
. ./env.sh
python x.py
python3 -c 'print(1)'
python3 - <<'EOF'
node -e 'console.log(1)'
node script.mjs
cargo test
go build ./...
pytest -q
docker compose up -d
awk '{print $1}' a.txt
perl -pi -e s/a/b/ src/a.ts
awk -i inplace '{print}' src/a.ts
ruby x.rb
git status && make test
cd src && npm test
env NODE_ENV=test npm test
timeout 60 npm test
sh -c 'npm test'
npm test > log.txt 2>&1
PATH=./bin:$PATH ls
find . -name '*.py' -exec python3 {} \;
ls | xargs -n1 node x.mjs
git apply a.patch
patch -p1 < a.patch
sh < script.sh
ssh host uptime
"$(npm bin)"/eslint src
mywrapper git status`,
  },
]
