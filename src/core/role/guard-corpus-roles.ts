/** Part of the guard's corpus: a builder with declared files, and roles that only read. What the lines mean is said in `guard-corpus`. */
import type { CorpusGroup } from './guard-corpus.ts'

export const rolesCorpus: readonly CorpusGroup[] = [
  {
    role: 'scoped',
    verdict: 'deny',
    about: 'writes outside the declared files',
    commands: `
echo x > src/web/a.ts
echo x > README.md
echo x > docs/deep/a.md
touch package.json
rm -rf src
rm src/api.ts
mv src/api/a.ts src/web/a.ts
mv src/web/a.ts src/api/a.ts
cp src/api/a.ts src/web/
sed -i s/a/b/ src/*.ts
sed -i s/a/b/ src/**/*.ts
find src -name '*.ts' -exec sed -i s/a/b/ {} +
find docs -name '*.md' -delete
cd src && touch web/a.ts
cd src/api && touch ../web/a.ts
git mv src/api/a.ts src/b.ts
git rm src/web/a.ts
touch docs/{a.md,b.txt}
tar xf a.tgz
git push`,
  },
  {
    role: 'scoped',
    verdict: 'allow',
    about: 'writes inside the declared files',
    commands: `
echo x > src/api/a.ts
touch src/api/deep/er/a.ts
touch docs/a.md
cp src/web/a.ts src/api/
cp src/web/a.ts src/api/b.ts
sed -i s/a/b/ src/api/*.ts
sed -i s/a/b/ docs/*.md
find src/api -name '*.ts' -exec sed -i s/a/b/ {} +
cd src && touch api/a.ts
cd src/api && touch a.ts ../api/b.ts
rm -rf src/api
git add -A && git commit -m x
git restore src/web/a.ts
tar xf a.tgz -C src/api
cat src/web/a.ts > /dev/null`,
  },
  {
    role: 'reader',
    verdict: 'deny',
    about: 'any write at all',
    commands: `
touch a
echo x > a.txt
echo x >> a.txt
git commit -m x
git add .
git checkout -- a
git checkout -b x
git switch -c x
git stash
git reset --hard
git merge main
git rebase main
git pull
git apply a.patch
git tag v1
git branch new
git clean -fd
git mv a b
git rm a
git config user.name x
rm a
mv a b
cp a b
mkdir x
sed -i s/a/b/ a
perl -pi -e s/a/b/ a
tee a < b
dd of=a
ln -s a b
truncate -s 0 a
patch -p1 < x.patch
tar xf a.tgz
curl -o a https://example.com
wget https://example.com
sort -o a a
find . -delete
ls | xargs rm
git push
touch "$X"
gh pr merge 1
sh -c 'touch a'
git status && touch a
git notes add -m x
git commit -m "$(cat x)"`,
  },
  {
    role: 'reader',
    verdict: 'allow',
    about: 'reading',
    commands: `
git status
git log -5
git diff main...HEAD
git show HEAD
git fetch
git branch -a
git tag -l
git stash list
git config --get user.name
git worktree list
ls -la && cat a.txt
grep -rn x . | head
find . -name '*.ts' -print
sed -n 1,5p a
cat a 2>/dev/null
ls > /dev/null
sort a | uniq -c
cd src && ls
git apply --check a.patch
curl -s https://example.com
tar tf a.tgz
gh pr diff 3
diff a b
git notes show
echo "$X" | wc -c`,
  },
  {
    role: 'reader',
    verdict: 'unguarded',
    about: 'tests are run by those who read, too',
    commands: `
npm test
make check
python3 -m pytest
./run-tests.sh
git log -1 && npm test`,
  },
]
