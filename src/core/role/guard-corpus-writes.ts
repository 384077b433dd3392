/** Part of the guard's corpus: others' refs, writes outside, and what no shell could read. What the lines mean is said in `guard-corpus`. */
import type { CorpusGroup } from './guard-corpus.ts'

export const writesCorpus: readonly CorpusGroup[] = [
  {
    role: 'writer',
    verdict: 'deny',
    about: "others' branches, refs and worktrees",
    commands: `
git branch -D other
git branch -d other
git branch -f main HEAD
git branch --force main HEAD
git branch -m other better
git branch -M main
git checkout other
git checkout main
git checkout -
git checkout -B main
git checkout other --
git switch main
git switch -
git switch -C main
git switch --force-create main
git update-ref refs/heads/main HEAD
git update-ref -d refs/heads/other
git symbolic-ref HEAD refs/heads/main
git rebase main other
git rebase --onto main a other
git rebase --update-refs main
git filter-branch --all
git filter-repo --path x
git replace a b
git reflog expire --expire=now --all
git reflog delete HEAD@{1}
git gc --prune=now
git gc --prune=now --aggressive
git prune
git repack -a -d
git worktree add ../other main
git worktree remove ../other
git worktree prune
git worktree remove --force /work/other
git tag -d v1
git tag -f v1
git fetch origin main:main
git fetch origin +refs/heads/*:refs/heads/*
git pull origin main:other
git fetch . HEAD:main
git stash clear
git stash drop
git remote add evil https://example.com/x.git
git remote remove origin
git fast-import < dump
git -C ../other commit -am x
git -C /work/other reset --hard
cd ../other && git reset --hard
cd /work/other && git commit -am x
git --git-dir=/work/other/.git commit -m x
git --work-tree=/work/other checkout -- .
GIT_DIR=/work/other/.git git commit -m x
GIT_WORK_TREE=/ git clean -fdx
git clone https://example.com/x.git /tmp/x
git clone https://example.com/x.git ../x
git init /tmp/x`,
  },
  {
    role: 'writer',
    verdict: 'deny',
    about: 'writes outside the worktree',
    commands: String.raw`
echo x > /etc/passwd
echo x >> /etc/hosts
echo x > ../outside.txt
echo x > src/../../outside.txt
echo x > ~/notes
echo x > $HOME/notes
echo x > "$OUT"
echo x >| /tmp/x
echo x &> /tmp/x
echo x 2> /tmp/errors
ls > "$(mktemp)"
{ echo x; } > /tmp/x
(echo x) >> /tmp/x
for i in 1 2; do echo $i; done > /tmp/x
if true; then echo x > /tmp/y; fi
cp a.txt /tmp/
cp a.txt ../
cp -r src /tmp/copy
cp -t /tmp a.txt
cp --target-directory=/tmp a.txt
mv a.txt /tmp/
mv /etc/hosts .
mv ../other/a.txt .
rm -rf /
rm -rf ..
rm -rf ../other
rm -rf ~
rm -rf "$DIR"
rm -rf $HOME/x
rm /work/other/a
rm -rf /work/tree
rm -rf .
git status && rm -rf /work/other
tee /tmp/x < a.txt
echo x | tee -a /tmp/x
echo x | sudo tee /etc/hosts
dd if=/dev/zero of=/tmp/x count=1
truncate -s 0 /var/log/x
ln -s /etc etc
ln -s ../../other link
ln a.txt /tmp/b
install -m 755 a /usr/local/bin/a
install -d /tmp/x
mkdir /tmp/x
mkdir -p ../x
touch /tmp/x
touch ../x
sed -i s/a/b/ /etc/hosts
sed -i.bak -e s/a/b/ ../x
sed --in-place s/a/b/ "$FILE"
perl -pi -e s/a/b/ /etc/hosts
chmod 777 /etc
chown me /etc/hosts
sort -o /tmp/x a.txt
tar xf a.tgz -C /tmp
tar -C /tmp -xzf a.tgz
tar czf /tmp/a.tgz src
unzip a.zip -d /tmp
curl -o /tmp/x https://example.com
curl -sSL https://example.com --output /tmp/x
wget -O /tmp/x https://example.com
wget -P /tmp https://example.com/x
rsync -a src/ /tmp/src
mktemp
mktemp -d
split -l 10 a.txt /tmp/part
git apply --unsafe-paths a.patch
git apply --directory=../other a.patch
git archive -o /tmp/x.tar HEAD
git format-patch -o /tmp HEAD~1
git bundle create /tmp/x.bundle HEAD
git diff --output=/tmp/x
patch -d /work/other -p1
cd .. && touch x
cd /tmp && touch x
cd /tmp; touch x
cd "$DIR" && touch x
cd - && touch x
cd && touch x
cd src && touch ../../x
cd src && cd .. && touch ../x
pushd /tmp && touch x
(cd /tmp && touch x)
sh -c 'cd /tmp && touch x'
env -C /tmp touch x
find /tmp -name x -delete
find .. -name x -exec rm {} \;
find / -exec sed -i s/a/b/ {} +
find . -fprint /tmp/x
ls | xargs rm
xargs rm -f < list
while read -r f; do rm "$f"; done < list
for f in /tmp/*; do rm "$f"; done
for f in src/a ../b; do touch "$f"; done
D=/tmp; touch $D/x
touch {src,/tmp}/x
rm .git
rm -rf .*
ln -st .. a
perl -0pi -e s/a/b/ ../x
awk -i inplace 1 ../x
cd .. || exit; touch x
cd src || exit a b; touch ../x
(exit); touch ../x
if false; then exit; fi; touch ../x
exit & touch ../x
echo x > .git/config
echo x > .git`,
  },
  {
    role: 'writer',
    verdict: 'deny',
    about: 'what no shell could read',
    commands: String.raw`
echo "abc
echo $(git status
if true; then
git status &&
echo hi)
for do done
case x in
sh -c 'echo "abc'
eval 'if true'
echo \$(git push)
sh -c "$SCRIPT"
eval "$CODE"
bash -c $(cat x)`,
  },
]
