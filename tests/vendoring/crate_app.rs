// SPDX-License-Identifier: Apache-2.0 OR ISC OR MIT-0
//! Prints digests and tags of the first bytes of its input. Compares ciphers with those of RustCrypto's crates.
//! With a word on the command line: what the AEADs make of the messages on its input.
use std::io::Read;

use aead::{Aead, AeadCore, Payload};
use aes::cipher::{BlockDecryptMut, BlockEncrypt, BlockEncryptMut, KeyInit, KeyIvInit, StreamCipher};
use asmloom::{blocks, equal, Aes, Ctr, Rc4, Unsupported};
use hmac::digest::{Digest, Mac};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{:02x}", byte)).collect()
}

macro_rules! hash {
    ($hash:ident, $mac:ident, $data:expr, $key:expr) => {{
        let (all, cut) = ($data, $data.len() / 3);
        let mut hash = asmloom::$hash::new();
        hash.update(&all[..cut]);
        hash.update(&all[cut..]);
        let digest = hash.finish();
        assert_eq!(digest, asmloom::$hash::digest(all));
        assert_eq!(digest[..], <asmloom::$hash as Digest>::digest(all)[..]);
        let tag = asmloom::$mac::tag($key, all);
        assert_eq!(tag[..], <hmac::SimpleHmac<asmloom::$hash> as Mac>::new_from_slice($key).unwrap().chain_update(all).finalize().into_bytes()[..]);
        <asmloom::$mac as Mac>::new_from_slice($key).unwrap().chain_update(all).verify_slice(&tag).unwrap();
        assert_eq!(asmloom::$mac::new($key).verify(&tag), all.is_empty());
        println!("{} {} {} {}", stringify!($hash).to_lowercase(), all.len(), hex(&digest), hex(&tag));
    }};
}

macro_rules! aes {
    ($size:literal, $theirs:ty, $data:expr, $iv:expr) => {{
        let key: [u8; $size] = core::array::from_fn(|at| $iv[at % 16] ^ at as u8);
        let (ours, theirs) = (Aes::<$size>::new(&key)?, <$theirs>::new(&key.into()));
        let plain = &$data[..$data.len() / 16 * 16];
        let (mut a, mut b) = (plain.to_vec(), plain.to_vec());
        ours.encrypt(blocks(&mut a).0);
        b.chunks_mut(16).for_each(|block| theirs.encrypt_block(block.into()));
        assert_eq!(a, b);
        ours.decrypt(blocks(&mut a).0);
        let (mut iv, half) = ($iv, plain.len() / 32 * 16);
        ours.cbc_encrypt(&mut iv, blocks(&mut a[..half]).0);
        ours.cbc_encrypt(&mut iv, blocks(&mut a[half..]).0);
        let mut cbc = cbc::Encryptor::<$theirs>::new(&key.into(), &$iv.into());
        b.copy_from_slice(plain);
        b.chunks_mut(16).for_each(|block| cbc.encrypt_block_mut(block.into()));
        assert_eq!(a, b);
        let mut cbc = cbc::Decryptor::<Aes<$size>>::new(&key.into(), &$iv.into());
        b.chunks_mut(16).for_each(|block| cbc.decrypt_block_mut(block.into()));
        ours.cbc_decrypt(&mut $iv.clone(), blocks(&mut a).0);
        assert!(a == plain && b == plain);
        for counter in [$iv, [255; 16], [7, 7, 7, 7, 7, 7, 7, 7, 255, 255, 255, 255, 255, 255, 255, 250]] {
            let (mut a, mut b, mut c) = ($data.to_vec(), $data.to_vec(), $data.to_vec());
            let (mut ctr, cut) = (Ctr::new(ours.clone(), &counter), a.len() / 3);
            ctr.apply(&mut a[..cut]);
            ctr.apply(&mut a[cut..]);
            ctr::Ctr128BE::<$theirs>::new(&key.into(), &counter.into()).apply_keystream(&mut b);
            Ctr::new(ours.clone(), &counter).apply_keystream_b2b($data, &mut c).unwrap();
            assert!(a == b && b == c);
            ctr::Ctr128BE::<Aes<$size>>::new(&key.into(), &counter.into()).apply_keystream(&mut b);
            assert_eq!(b, $data);
        }
    }};
}

fn ciphers(data: &[u8], iv: [u8; 16]) -> Result<(), Unsupported> {
    aes!(16, aes::Aes128, data, iv);
    aes!(24, aes::Aes192, data, iv);
    aes!(32, aes::Aes256, data, iv);
    Ok(())
}

/// What is sealed and what is opened, or nothing where that is refused. Each message tries another bit of the tag.
fn sealed(at: usize, name: &str, [key, nonce, aad, text, sealed, tag]: [&[u8]; 6]) -> Option<String> {
    macro_rules! aead {
        ($type:ident) => {{
            let key = asmloom::$type::new(key.try_into().unwrap());
            let open = |tag: &[u8]| {
                let mut data = sealed.to_vec();
                let result = key.open(nonce.try_into().ok()?, aad, &mut data, tag.try_into().ok()?);
                assert!(result.is_ok() || data.iter().all(|byte| *byte == 0));
                result.ok().map(|()| data)
            };
            let (mut made, mut new, mut wrong) = (text.to_vec(), vec![0; tag.len()], tag.to_vec());
            let result = key.seal(nonce.try_into().ok()?, aad, &mut made, (&mut new[..]).try_into().ok()?);
            assert!(result.is_ok() || made == text && new.iter().all(|byte| *byte == 0));
            let opened = open(tag)?;
            wrong[at / 8 % tag.len()] ^= 1 << (at % 8);
            assert!(open(&wrong).is_none());
            if nonce.len() == aead::Nonce::<asmloom::$type>::default().len() && tag.len() == 16 {
                let (made, sealed) = ([&made[..], &new].concat(), [sealed, tag].concat());
                assert_eq!(key.encrypt(nonce.into(), Payload { msg: text, aad }), Ok(made));
                assert_eq!(key.decrypt(nonce.into(), Payload { msg: &sealed, aad }), Ok(opened.clone()));
                let wrong = [&sealed[..text.len()], &wrong].concat();
                assert!(key.decrypt(nonce.into(), Payload { msg: &wrong, aad }).is_err());
            }
            Some(format!("{}{} {}", hex(&made), hex(&new), hex(&opened)))
        }};
    }
    match (name, key.len()) {
        ("aes_gcm", 16) => aead!(Aes128Gcm),
        ("aes_gcm", 24) => aead!(Aes192Gcm),
        ("aes_gcm", 32) => aead!(Aes256Gcm),
        ("aes_ccm", 16) => aead!(Aes128Ccm),
        ("aes_ccm", 24) => aead!(Aes192Ccm),
        ("aes_ccm", 32) => aead!(Aes256Ccm),
        ("aes_gcm_siv", 16) => aead!(Aes128GcmSiv),
        ("aes_gcm_siv", 32) => aead!(Aes256GcmSiv),
        ("chacha20_poly1305", 32) => aead!(ChaCha20Poly1305),
        ("xchacha20_poly1305", 32) => aead!(XChaCha20Poly1305),
        _ => panic!("{} with {} bytes", name, key.len()),
    }
}

fn messages() {
    for (at, line) in std::io::stdin().lines().enumerate() {
        let line = line.unwrap();
        let (name, words) = line.split_once(' ').unwrap();
        let byte = |at: usize, word: &str| u8::from_str_radix(&word[at..at + 2], 16).unwrap();
        let parts: Vec<Vec<u8>> =
            words.split(' ').map(|word| (0..word.len()).step_by(2).map(|at| byte(at, word)).collect()).collect();
        let found = sealed(at, name, core::array::from_fn(|at| &parts[at][..]));
        println!("{}", found.unwrap_or("refused".into()));
    }
}

fn main() {
    if std::env::args().len() > 1 {
        return messages();
    }
    let mut data = Vec::new();
    std::io::stdin().read_to_end(&mut data).unwrap();
    let mut found = Ok(());
    for length in (0..300).chain([4095, data.len()]) {
        let (some, key) = (&data[..length], &data[length / 2..length]);
        hash!(Md5, HmacMd5, some, key);
        hash!(Ripemd160, HmacRipemd160, some, key);
        hash!(Sha1, HmacSha1, some, key);
        hash!(Sha224, HmacSha224, some, key);
        hash!(Sha256, HmacSha256, some, key);
        hash!(Sha384, HmacSha384, some, key);
        hash!(Sha512, HmacSha512, some, key);
        found = found.and(ciphers(some, core::array::from_fn(|at| data[at])));
    }
    let mut text = *b"Plaintext"; // a well-known pair: the key is Key
    let mut rc4 = Rc4::new(b"Key");
    rc4.apply(&mut text[..4]);
    rc4.apply(&mut text[4..]);
    assert!(equal(&text, &[0xbb, 0xf3, 0x16, 0xe8, 0xd9, 0x40, 0xaf, 0x0a, 0xd3]) && !equal(&text, b"Plaintext"));
    println!("AES: {:?}", found);
}
